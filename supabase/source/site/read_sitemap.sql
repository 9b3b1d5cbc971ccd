create function public.read_sitemap(p_site text default null) returns jsonb
language sql
stable
return jsonb_build_object('answer', public.sitemap(), 'site', public.site_of_pages(p_site));

comment on function public.read_sitemap(text) is
  'What search engines may list: {answer, site}; answer as sitemap, site as site_of_pages answers to the version p_site.';

grant execute on function public.read_sitemap(text) to service_role;
