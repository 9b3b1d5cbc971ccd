create function public.site_of_pages(p_known text) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select jsonb_build_object('settings', s.settings, 'version', s.updated_at)
  from public.site_settings s
  where to_jsonb(s.updated_at) #>> '{}' is distinct from p_known
);

comment on function public.site_of_pages(text) is
  'What all pages say of the site: {settings, version}, settings null until an owner saves them; null where p_known is that version.';

-- for members: reads what pages say of the site
grant execute on function public.site_of_pages(text) to anon, authenticated, service_role;
