create function public.read_articles(p_kind text, p_page integer, p_size integer, p_site text default null) returns jsonb
language sql
stable
return jsonb_build_object('answer', public.articles_page(p_kind, p_page, p_size), 'site', public.site_of_pages(p_site));

comment on function public.read_articles(text, integer, integer, text) is
  'A page of articles or guides: {answer, site}; answer as articles_page, site as site_of_pages answers to the version p_site.';

grant execute on function public.read_articles(text, integer, integer, text) to service_role;
