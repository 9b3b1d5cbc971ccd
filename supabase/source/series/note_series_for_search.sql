-- Trigger: updates the search entry of a series.
create function private.note_series_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_series(coalesce(new.id, old.id));
  return null;
end;
$$;
