-- Trigger: when an announced talk of a published program is deleted, keeps what calendars need to cancel it.
create function private.note_gone_talk() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.gone_talks (number, event_id, title, starts_at, ends_at, sequence)
    select old.number, old.event_id, old.title, old.starts_at, old.ends_at, old.sequence + 1
    -- When an event is deleted, its talks are deleted with it, and the event no longer exists here.
    from public.events e
    join public.programmes p on p.id = e.id
    where e.id = old.event_id and p.published_at is not null
  on conflict do nothing;
  return null;
end;
$$;
