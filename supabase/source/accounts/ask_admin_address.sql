-- Enqueues an email to an address that the caller wants to sign in with, which replaces any change requested before,
-- and notifies the current address. Requires a fresh proof of identity. Returns asked, same, taken (another account has
-- the address) or not-now (the budget of the caller's account is spent).
create function public.ask_admin_address(p_email text) returns public.ask_admin_address_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  present text;
  change_id uuid := gen_random_uuid();
begin
  perform private.require_proof();
  -- Serializes simultaneous requests of the same admin.
  perform from public.admin_users a where a.id = auth.uid() for update;
  select u.email into present from auth.users u where u.id = auth.uid();
  if lower(present) = lower(p_email) then
    return 'same';
  end if;
  if exists (select from auth.users u where lower(u.email) = lower(p_email)) then
    return 'taken';
  end if;
  if not private.enqueue_mail(
    'admin-new-address', change_id, null, '{new-address}', jsonb_build_object('account', auth.uid())
  )
  then
    return 'not-now';
  end if;
  update private.admin_address_changes c set canceled_at = now()
    where c.user_id = auth.uid() and c.canceled_at is null and c.confirmed_at is null;
  insert into private.admin_address_changes (id, user_id, email, previous_email, keys)
    values (change_id, auth.uid(), p_email, present, private.credentials_digest(auth.uid()));
  insert into public.mails (purpose, person, occurrence) values ('admin-old-address', change_id, 1);
  perform private.note_access(auth.uid(), 'address-asked');
  return 'asked';
end;
$$;

-- for admins: writes a change of the caller's own address, after a fresh proof; sends two emails, 5 times a day
grant execute on function public.ask_admin_address to authenticated;
