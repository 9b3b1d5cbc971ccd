-- Undoes leaving: restores the entry with its position, and its spot if that is free and nobody waits for it. Returns
-- joined-again if the address has joined meanwhile: the link then leads to that entry.
create function public.return_to_waitlist(p_token_digest text) returns public.return_to_waitlist_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  was public.reservations;
  keeps boolean;
  departure private.waitlist_departures;
  back public.waitlist_entries;
begin
  delete from private.waitlist_departures d
    where d.token_digests @> array[p_token_digest]
      and d.reason = 'left'
      and d.left_at > now() - private.departure_period()
      and (d.entry ->> 'for_entry' is null or private.has_reservation((d.entry ->> 'for_entry')::uuid))
      and not exists (select from public.events e where e.id = d.event_id and e.admission = 'none')
    returning d.* into departure;
  if not found then
    return 'too-late';
  end if;
  back := jsonb_populate_record(null::public.waitlist_entries, '{"link_generation": 0}' || departure.entry);
  insert into public.waitlist_entries (
      id, event_id, name, email, consent_version, suspected_spam, note, tickets_notified_at, created_at, updated_at,
      confirmed_at, link_generation, notified_at, for_entry, told, quiet_at, answers_changed_at, came_by, consent_page
    )
    values (
      back.id, back.event_id, back.name, back.email, back.consent_version, back.suspected_spam, back.note,
      back.tickets_notified_at, back.created_at, back.updated_at, back.confirmed_at, back.link_generation,
      back.notified_at, back.for_entry, back.told, back.quiet_at, back.answers_changed_at, back.came_by,
      back.consent_page
    )
    on conflict do nothing;
  if not found then
    insert into private.waitlist_links (token_digest, entry_id, generation)
      select unnest(departure.token_digests), w.id, w.link_generation
      from public.waitlist_entries w
      where w.event_id = back.event_id and lower(w.email) = lower(back.email) and not w.suspected_spam;
    return 'joined-again';
  end if;
  -- Returning does not count as joining today.
  update private.daily_totals t
    set total = t.total - 1
    where t.kind = 'waitlist'
      and t.day = (back.created_at at time zone public.site_time_zone())::date
      and t.shard = private.shard_of_row(back.id);
  insert into private.waitlist_links (token_digest, entry_id, generation)
    select unnest(departure.token_digests), back.id, back.link_generation;
  perform private.note_holder(back.id);
  insert into public.entry_answers
    select a.*
    from jsonb_populate_recordset(null::public.entry_answers, nullif(departure.belongings -> 'answers', 'null')) a
    where exists (select from public.event_questions q where q.id = a.question_id);
  if private.lock_lines(back.event_id) and departure.reservation is not null then
    was := jsonb_populate_record(null::public.reservations, departure.reservation);
    -- While free spots are not being offered to the waitlist, they can have their spot back.
    keeps := case was.state
      when 'placed' then private.sign_up(was.event_id) <> 'open' and (
        select was.party <= private.spots_of(e, p.attends) - p.taken
        from public.events e
        join public.event_spots p on p.event_id = e.id and p.attends = coalesce(was.attends, 'room')
        where e.id = was.event_id
      )
      else was.state <> 'offered'
    end;
    insert into public.reservations (
        id, event_id, party, state, line, hold_until, offers, code, arrived, checked_in_at, checked_in_by, asked_for,
        attends, decided_at, words
      )
      select was.id, was.event_id, was.party,
        case when keeps then was.state else 'waiting' end,
        -- A person who had a spot gave it up, so they go behind those who are waiting for one.
        case
          when keeps
            and not exists (select from public.reservations r where r.event_id = was.event_id and r.line = was.line)
            then was.line
          else (select coalesce(max(r.line), 0) + 1 from public.reservations r where r.event_id = was.event_id)
        end,
        case when keeps then was.hold_until end,
        was.offers, was.code,
        case when keeps then was.arrived end,
        case when keeps then was.checked_in_at end,
        case when keeps then was.checked_in_by end,
        was.asked_for, coalesce(was.attends, 'room'), was.decided_at, was.words;
    perform private.return_belongings(back.id, departure.belongings);
    if private.take_spots(back.id, true) or (keeps and was.state = 'placed') then
      update private.given_up_spots g
        set people = greatest(g.people - was.party, 0)
        where was.state = 'placed' and was.hold_until is null and g.event_id = was.event_id and g.day = was.asked_for;
    end if;
  end if;
  if departure.delivery is not null then
    insert into public.outbox
        (
          kind, waitlist_entry_id, idempotency_key, attempts, next_attempt_at, delivered_at, failed_at, last_error,
          created_at
        )
      select
        o.kind, back.id, o.idempotency_key, o.attempts, o.next_attempt_at, o.delivered_at, o.failed_at, o.last_error,
        o.created_at
      from jsonb_populate_record(null::public.outbox, departure.delivery) o;
  end if;
  return 'back';
end;
$$;

grant execute on function public.return_to_waitlist to service_role;
