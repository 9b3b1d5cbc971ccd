-- Signs the holder of this link to a confirmed reservation up for an event for the people of its event: they get a free
-- spot with its ticket, or the last position on the waitlist with a receipt (emails with p_mails only). The new entry
-- gets p_id and the link of p_link_digest; a repeated call changes nothing, and p_sender is what budget_keys takes.
create function public.reserve_workshop(
  p_token_digest text,
  p_event text,
  p_attends text,
  p_consent_version text,
  p_forward boolean,
  p_mails boolean,
  p_id uuid,
  p_link_digest text,
  p_sender jsonb
) returns public.reserve_workshop_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.waitlist_entries;
  workshop public.events;
begin
  -- leave_waitlist also locks the entry first, and cancel_people locks the reservation.
  select w.* into own
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  perform from public.reservations r where r.id = own.id for no key update;
  if not private.has_reservation(own.id) then
    return 'no-reservation';
  end if;
  select e.* into workshop
    from public.events e
    where e.address = p_event and e.for_people_of = own.event_id and e.is_published
    for share;
  if not found then
    return 'not-found';
  end if;
  if not exists (
    select from public.waitlist_entries c
    where c.event_id = workshop.id
      and not c.suspected_spam
      and (c.for_entry = own.id or lower(c.email) = lower(own.email))
  ) then
    if private.sign_up(workshop.id) not in ('open', 'line') then
      return 'closed';
    end if;
    if private.spend('{workshop}', private.budget_keys(p_sender, null)) is not null then
      return 'not-now';
    end if;
    if private.put_in_line(
      p_id, workshop.id, own.name, own.email, p_consent_version, 1, p_attends, p_mails, own.id
    ) then
      insert into private.waitlist_links (token_digest, entry_id) values (p_link_digest, p_id);
      if p_forward then
        insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', p_id);
      end if;
      if p_mails and exists (select from public.reservations r where r.id = p_id and r.state = 'waiting') then
        perform private.enqueue_mail('waitlist-receipt', p_id, null, '{}');
      end if;
    end if;
  end if;
  return (
    select r.state
    from public.waitlist_entries c
    join public.reservations r on r.id = c.id
    where c.event_id = workshop.id
      and not c.suspected_spam
      and (c.for_entry = own.id or lower(c.email) = lower(own.email))
    order by c.for_entry is null
    limit 1
  );
end;
$$;

grant execute on function
  public.reserve_workshop(text, text, text, text, boolean, boolean, uuid, text, jsonb) to service_role;
