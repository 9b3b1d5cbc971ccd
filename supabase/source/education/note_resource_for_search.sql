-- Trigger: updates the search entry of a resource.
create function private.note_resource_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_resource(coalesce(new.id, old.id));
  return null;
end;
$$;
