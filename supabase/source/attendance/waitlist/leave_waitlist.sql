-- Removes the holder of this link from the waitlist and frees their spot. p_reason is left (can be undone for 24
-- hours), erased, or not-mine, after which no visitor causes another email to the address of p_address_key. Returns
-- false if nothing has changed.
create function public.leave_waitlist(
  p_token_digest text,
  p_reason text,
  p_address_key text default null,
  p_mails boolean default false
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  leaving public.waitlist_entries;
begin
  select w.* into leaving
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for update of w;
  if found then
    perform private.lock_lines(leaving.event_id);
    insert into private.waitlist_departures
      (entry_id, event_id, token_digests, reason, entry, delivery, reservation, belongings)
      select leaving.id, leaving.event_id,
        array(select l.token_digest from private.waitlist_links l where l.entry_id = leaving.id),
        p_reason,
        case when p_reason = 'left' then to_jsonb(leaving) end,
        case when p_reason = 'left' then (
          select to_jsonb(o) from public.outbox o where o.waitlist_entry_id = leaving.id
        ) end,
        case when p_reason = 'left' then (select to_jsonb(r) from public.reservations r where r.id = leaving.id) end,
        case when p_reason = 'left' then jsonb_build_object(
          'credentials', (select jsonb_agg(c.id) from public.credentials c where c.reservation_id = leaving.id),
          'presses', (select jsonb_agg(to_jsonb(p)) from public.door_presses p where p.reservation_id = leaving.id),
          'moves', (select jsonb_agg(to_jsonb(m)) from public.line_moves m where m.reservation_id = leaving.id),
          'agendas', (select jsonb_agg(to_jsonb(a)) from private.agendas a where a.entry_id = leaving.id),
          'answers', (select jsonb_agg(to_jsonb(a)) from public.entry_answers a where a.entry_id = leaving.id)
        ) end;
    insert into private.given_up_spots as counted (event_id, day, people)
      select r.event_id, r.asked_for, r.party
        from public.reservations r
        where r.id = leaving.id and private.may_answer(r)
      on conflict (event_id, day) do update set people = counted.people + excluded.people;
    delete from public.mails m where m.person = leaving.id and m.next_attempt_at is not null;
    delete from public.waitlist_entries w where w.id = leaving.id;
    perform public.promote_line(leaving.event_id, p_mails);
  else
    -- A person who has left may still have the entry erased at once.
    update private.waitlist_departures d
      set reason = p_reason, entry = null, delivery = null, reservation = null, belongings = null
      where d.token_digests @> array[p_token_digest] and d.reason = 'left' and p_reason <> 'left';
    if not found then
      return false;
    end if;
  end if;
  if p_reason = 'not-mine' then
    perform private.refuse_mail(p_address_key);
  end if;
  return true;
end;
$$;

grant execute on function public.leave_waitlist to service_role;
