create function private.note_event_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_event(coalesce(new.id, old.id));
  if new.series_id is not null then
    perform private.index_series(new.series_id);
  end if;
  if old.series_id is distinct from new.series_id and old.series_id is not null then
    perform private.index_series(old.series_id);
  end if;
  return null;
end;
$$;

comment on function private.note_event_for_search() is
  'Trigger: has search find an event as it is now, and its series, which visitors see while it has a published edition.';
