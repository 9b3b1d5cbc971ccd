-- Enqueues the ticket for a person with a spot and a confirmed email address. What the holder of the link causes
-- themselves after the first ticket is due in two minutes, in one email, at most 5 times a day; their page shows it at
-- once.
create function private.enqueue_ticket(p_id uuid) returns void
language plpgsql
as $$
declare
  is_own constant boolean := private.is_by_holder(p_id);
  latest bigint;
begin
  -- An email that has not been composed yet will contain the current facts when it is sent.
  update public.mails m
    set next_attempt_at = case when is_own then m.next_attempt_at else least(m.next_attempt_at, now()) end,
      by_holder = m.by_holder and is_own
    where m.purpose = 'reservation-ticket'
      and m.person = p_id
      and m.state = 'due'
      and m.sealed is null
      and m.next_attempt_at is not null;
  if found then
    return;
  end if;
  select max(m.occurrence) into latest from public.mails m where m.purpose = 'reservation-ticket' and m.person = p_id;
  -- The first ticket is always due, at once.
  if is_own and not private.spend_own_press(p_id) and latest is not null then
    return;
  end if;
  insert into public.mails (purpose, person, occurrence, next_attempt_at, by_holder)
    values (
      'reservation-ticket', p_id, coalesce(latest, 0) + 1,
      case when is_own and latest is not null then now() + interval '2 minutes' else now() end,
      is_own and latest is not null
    );
end;
$$;
