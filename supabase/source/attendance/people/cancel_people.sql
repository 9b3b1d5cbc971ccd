-- Cancels spots, offers and positions on the waitlist, and the reservations at other events that depend on them, with a
-- notice where emails are sent (p_mails). The caller holds the lock.
create function private.cancel_people(p_event uuid, p_people uuid[], p_mails boolean) returns void
language plpgsql
as $$
begin
  update public.reservations r
    set state = 'canceled', switches_to = null, hold_until = null, offer_ends_at = null, to_be_notified = not p_mails
    where r.id = any (p_people);
  perform private.lock_lines(c.event_id)
    from (
      select distinct w.event_id from public.waitlist_entries w where w.for_entry = any (p_people) order by w.event_id
    ) c;
  delete from public.waitlist_entries w where w.for_entry = any (p_people);
  if p_mails then
    insert into public.mails (purpose, person, occurrence)
      select 'reservation-canceled', person, 1 + coalesce((
        select max(m.occurrence) from public.mails m
        where m.purpose = 'reservation-canceled' and m.person = canceled.person
      ), 0)
      from unnest(p_people) canceled(person);
  end if;
  perform public.promote_line(p_event, p_mails);
end;
$$;
