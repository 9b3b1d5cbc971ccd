-- Records that an account now has the address of a requested change: ends all its sessions and notifies both addresses.
-- Returns false when this was already recorded or the account has a different address.
create function public.note_new_address(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  change private.admin_address_changes;
begin
  -- Also if the change was canceled at the same moment: the account must be notified of the address it has now.
  update private.admin_address_changes c set confirmed_at = now(), canceled_at = null
    from auth.users u
    where c.token_digest = p_token_digest
      and c.confirmed_at is null
      and u.id = c.user_id
      and lower(u.email) = lower(c.email)
    returning c.* into change;
  if not found then
    return false;
  end if;
  delete from private.admin_sessions s where s.user_id = change.user_id;
  insert into public.mails (purpose, person, occurrence) values ('admin-old-address', change.id, 2);
  perform private.note_access(change.user_id, 'address-changed');
  return true;
end;
$$;

grant execute on function public.note_new_address to service_role;
