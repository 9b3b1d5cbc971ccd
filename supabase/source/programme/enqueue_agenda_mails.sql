-- Enqueues an email to everyone with a spot at the event and the talk in their agenda, due in 5 minutes; an email that
-- is already waiting covers everything that changes meanwhile.
create function private.enqueue_agenda_mails(p_event uuid, p_talk integer) returns void
language plpgsql
as $$
declare
  -- All changes that an admin makes within this time go into one email.
  pause constant interval := interval '5 minutes';
begin
  -- An email that has not been composed yet will include this change; the lock keeps it from being claimed before this
  -- commits.
  perform from public.mails m
    join private.agendas a on a.entry_id = m.person and p_talk = any (a.talks)
    where m.purpose = 'agenda-changed' and m.state = 'due' and m.next_attempt_at > now() and m.attempts = 0
    order by m.id
    for update of m;
  insert into public.mails (purpose, person, occurrence, next_attempt_at, goes_to_many)
    select
      'agenda-changed',
      a.entry_id,
      1 + coalesce(
        (select max(m.occurrence) from public.mails m where m.purpose = 'agenda-changed' and m.person = a.entry_id), 0
      ),
      now() + pause, true
    from private.agendas a
    join public.reservations r on r.id = a.entry_id
      and r.event_id = p_event
      and r.state = 'placed'
      and r.hold_until is null
    where p_talk = any (a.talks)
      and not exists (
        select from public.mails m
        where m.purpose = 'agenda-changed'
          and m.person = a.entry_id
          and m.state = 'due'
          and m.next_attempt_at > now()
          and m.attempts = 0
      )
    order by a.entry_id
    on conflict do nothing;
end;
$$;
