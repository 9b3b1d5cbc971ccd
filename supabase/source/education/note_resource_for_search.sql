-- Trigger: updates the search entry of a resource.
create function private.note_resource_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A draft has no entry, and gets none.
  if new.is_published or old.is_published then
    perform private.index_resource(coalesce(new.id, old.id));
  end if;
  return null;
end;
$$;
