-- Trigger: keeps the site's copies of a picture's description and focus in sync with the library.
create function private.copy_picture_to_site() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.site_settings s
  set settings = s.settings || (
    select jsonb_object_agg(each.key || '_alt', new.alt) || jsonb_object_agg(each.key || '_focus', new.focus)
    from jsonb_each_text(s.settings) each
    where each.value = new.path
  )
  where exists (select from jsonb_each_text(s.settings) each where each.value = new.path);
  return null;
end;
$$;
