create function public.read_article(p_kind text, p_slug text, p_renderer text, p_site text default null) returns jsonb
language sql
stable
return jsonb_build_object('answer', public.article_page(p_kind, p_slug, p_renderer), 'site', public.site_of_pages(p_site));

comment on function public.read_article(text, text, text, text) is
  'An article or guide: {answer, site}; answer as article_page, site as site_of_pages answers to the version p_site.';

grant execute on function public.read_article(text, text, text, text) to service_role;
