-- Records that the owner of the address received the link (they pressed the button on its page). A held spot becomes
-- theirs, and a waiting person gets a spot that is free for them. Returns false for a link that leads to no entry.
create function public.confirm_entry(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.waitlist_entries;
begin
  select w.* into own
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return false;
  end if;
  if own.confirmed_at is not null then
    return true;
  end if;
  perform private.note_holder(own.id);
  perform private.lock_lines(own.event_id);
  update public.waitlist_entries w set confirmed_at = now() where w.id = own.id;
  perform private.note_confirmed(own.id);
  update public.reservations r set hold_until = null where r.id = own.id and r.state = 'placed';
  if found then
    perform private.enqueue_ticket(own.id);
  else
    perform private.take_spots(own.id, true);
  end if;
  return true;
end;
$$;

grant execute on function public.confirm_entry to service_role;
