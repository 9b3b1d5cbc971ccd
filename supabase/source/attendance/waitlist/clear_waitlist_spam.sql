create function public.clear_waitlist_spam(p_id uuid, p_forward boolean) returns public.clear_waitlist_spam_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  suspected boolean;
begin
  if not public.is_admin() then
    raise exception 'only admins may decide what is spam' using errcode = 'insufficient_privilege';
  end if;

  select w.suspected_spam into suspected from public.waitlist_entries w where w.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if suspected then
    update public.waitlist_entries w set suspected_spam = false where w.id = p_id;
    perform private.lock_lines(r.event_id) from public.reservations r where r.id = p_id;
    update public.reservations r
      set state = 'waiting', line = (select max(l.line) + 1 from public.reservations l where l.event_id = r.event_id)
      where r.id = p_id and r.state = 'set-aside';
    if p_forward then
      insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', p_id) on conflict do nothing;
    end if;
  end if;
  return 'cleared';
exception
  when unique_violation then
    return 'duplicate';
end;
$$;

comment on function public.clear_waitlist_spam(uuid, boolean) is
  'Moves an entry out of suspected spam, to the end of the waitlist if its event takes reservations, and, with p_forward, enqueues its delivery to the configured endpoint. Returns cleared, duplicate (the address is already on the waitlist) or not-found.';

-- for admins: writes an entry out of suspected spam; enqueues its delivery
grant execute on function public.clear_waitlist_spam(uuid, boolean) to authenticated;
