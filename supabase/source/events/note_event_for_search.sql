-- Trigger: updates the search entries of an event and of its series, which is visible while it has a published edition.
create function private.note_event_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A draft has no entry, and gets none.
  if new.is_listed or old.is_listed then
    perform private.index_event(coalesce(new.id, old.id));
  end if;
  if new.series_id is not null then
    perform private.index_series(new.series_id);
  end if;
  if old.series_id is distinct from new.series_id and old.series_id is not null then
    perform private.index_series(old.series_id);
  end if;
  return null;
end;
$$;
