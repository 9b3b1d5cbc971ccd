-- Gives an entry its new address, confirmed and with its position on the waitlist unchanged. Ends the earlier links at
-- once, enqueues a new one for its owner, and notifies the old address. Returns changed, already-listed (nothing
-- changes) or nowhere, also for a change that is already confirmed.
create function public.confirm_address_change(
  p_token_digest text,
  p_address_key text
) returns public.confirm_address_change_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.waitlist_entries;
  change private.waitlist_address_changes;
begin
  select w.* into entry
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.token_digest = p_token_digest
    for no key update of w;
  -- Read only now: the row lock above keeps others from confirming or canceling the change at the same time.
  select c.* into change
    from private.waitlist_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
    for update;
  if not found then
    return 'nowhere';
  end if;
  begin
    update public.waitlist_entries w set email = change.email, confirmed_at = now() where w.id = entry.id;
  exception
    when unique_violation then
      return 'already-listed';
  end;
  perform private.note_confirmed(entry.id);
  update private.waitlist_address_changes c
    set confirmed_at = now(), previous_email = entry.email
    where c.id = change.id;
  insert into public.mails (purpose, person, occurrence) values ('waitlist-old-address', change.id, 1);
  perform private.owe_link('waitlist-address-confirmed', entry.id, p_address_key);
  return 'changed';
end;
$$;

grant execute on function public.confirm_address_change to service_role;
