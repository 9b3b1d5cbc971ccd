create function public.read_nothing(p_site text default null) returns jsonb
language sql
stable
return jsonb_build_object('answer', null, 'site', public.site_of_pages(p_site));

comment on function public.read_nothing(text) is
  'For pages that read nothing else: {answer: null, site}; site as site_of_pages answers to the version p_site.';

grant execute on function public.read_nothing(text) to anon;
