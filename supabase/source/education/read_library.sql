create function public.read_library(
  p_tab text default 'resources',
  p_search text default '',
  p_page integer default 1,
  p_visitor_key text default null,
  p_ip_key text default null,
  p_site text default null
) returns jsonb
language sql
stable
return jsonb_build_object(
  'answer', public.education_page(p_tab, p_search, p_page, p_visitor_key, p_ip_key),
  'site', public.site_of_pages(p_site)
);

comment on function public.read_library(text, text, integer, text, text, text) is
  'A page of the library: {answer, site}; answer as education_page, site as site_of_pages answers to the version p_site.';

-- for members: reads what visitors read of the library
grant execute on function public.read_library(text, text, integer, text, text, text) to anon, authenticated;
