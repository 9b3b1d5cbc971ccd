-- Trigger: updates the search entry of a library tab, and those of its resources when the tab is shown or hidden.
create function private.note_tab_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_tab(coalesce(new.id, old.id));
  if new.is_active <> old.is_active then
    perform private.index_resource(r.id) from public.education_resources r where r.tab_key = new.tab_key;
  end if;
  return null;
end;
$$;
