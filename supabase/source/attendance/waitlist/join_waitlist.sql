-- Stores an entry for a published event, with a receipt for the address of p_address_key and, with p_forward, its
-- delivery to the configured endpoint; where reservations are taken, it gets a spot or a position for p_party people,
-- or asks for them. What it returns never depends on the address; an existing entry stays as it is. A p_from that
-- names no link is ignored; p_page is the path of the page with the form.
create function public.join_waitlist(
  p_event text,
  p_name text,
  p_email text,
  p_consent_version text,
  p_suspected_spam boolean,
  p_forward boolean,
  p_address_key text default null,
  p_party integer default 1,
  p_sender jsonb default null,
  p_attends text default null,
  p_answers jsonb default '{}',
  p_from text default null,
  p_page text default null
) returns public.join_waitlist_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  entry_id uuid;
  is_new boolean;
  sign_up text;
  sends_mail constant boolean := p_address_key is not null;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 2000 + 2 * octet_length(concat(p_name, p_email, p_answers));
  -- One mailbox gets one receipt for each event and day, and one more if it is asked for again, however its address is
  -- spelled.
  event_keys jsonb;
  is_confirmed boolean;
  outcome text := 'joined';
  attends_at text;
begin
  -- The lock makes an admin who closes the waitlist wait, so that nobody can join after it was closed.
  select e.* into event from public.events e where e.address = p_event and e.is_published for share;
  if not found then
    return 'not-found';
  end if;
  if event.for_people_of is not null then
    return 'for-guests';
  end if;
  attends_at := private.attends_at(event, p_attends);
  sign_up := private.sign_up(event.id);
  if sign_up = 'closed' or (event.takes_reservations and sign_up in ('early', 'late')) then
    return case when event.takes_reservations and sign_up <> 'closed' then sign_up else 'closed' end;
  end if;
  if event.takes_reservations and p_party not between 1 and event.party_limit then
    return 'party-too-large';
  end if;
  if not private.are_answered(event, attends_at, p_answers) then
    return 'not-answered';
  end if;
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  -- What a newcomer would get, computed before the event is locked: the outcome must not reveal who is signed up.
  if event.admission = 'asked' then
    outcome := case when sign_up = 'next' then 'joined' else 'asked' end;
  elsif event.takes_reservations and sign_up = 'open' then
    outcome := private.outlook(event.id, attends_at, p_party, sends_mail, keys ->> 'far');
  end if;
  event_keys := private.keys_at_event(keys, event.id);

  insert into public.waitlist_entries
      (event_id, name, email, consent_version, consent_page, suspected_spam, came_by)
    values (
      event.id, p_name, p_email, p_consent_version, p_page, p_suspected_spam,
      (select l.slug from public.named_links l where l.event_id = event.id and l.slug = p_from)
    )
    on conflict do nothing
    returning id into entry_id;
  is_new := found;
  if not is_new then
    if sends_mail and not p_suspected_spam then
      select w.id, w.confirmed_at is not null into entry_id, is_confirmed
        from public.waitlist_entries w
        where w.event_id = event.id and lower(w.email) = lower(p_email) and not w.suspected_spam;
      perform private.enqueue_mail(
        'waitlist-receipt', entry_id, p_address_key, '{lost-link}',
        case when is_confirmed then event_keys || jsonb_build_object('recipient', entry_id) else event_keys end,
        case when is_confirmed then 'known' when outcome = 'placed' then 'spots' else 'strangers' end
      );
    end if;
    return case when outcome = 'joined' then 'already-joined' else outcome end;
  end if;

  perform private.store_answers(entry_id, event, attends_at, p_answers);
  if p_forward and not p_suspected_spam then
    insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', entry_id);
  end if;
  perform private.note_stored('entry', entry_id, keys, bytes);
  if sends_mail and not p_suspected_spam then
    perform private.enqueue_mail(
      'waitlist-receipt', entry_id, p_address_key, '{sign-up}', event_keys,
      case when outcome = 'placed' then 'spots' else 'strangers' end
    );
  end if;

  if event.takes_reservations and sign_up <> 'next' then
    -- From here until commit nobody else can get a spot of the event, so everything that could be done earlier is done.
    perform private.lock_lines(event.id);
    -- Recomputed under the lock.
    if outcome in ('placed', 'waiting', 'to-confirm') and sign_up = 'open' then
      outcome := private.outlook(event.id, attends_at, p_party, sends_mail, keys ->> 'far');
    end if;
    insert into public.reservations (id, event_id, party, state, hold_until, line, attends)
      select entry_id, event.id, p_party,
        case when p_suspected_spam then 'set-aside' when outcome in ('placed', 'asked') then outcome else 'waiting' end,
        case when outcome = 'placed' and sends_mail and not p_suspected_spam then
          least(now() + private.longest_hold(), event.starts_at)
        end,
        coalesce(max(r.line), 0) + 1, attends_at
      from public.reservations r
      where r.event_id = event.id;
  end if;
  return outcome;
end;
$$;

grant execute on function public.join_waitlist to service_role;
