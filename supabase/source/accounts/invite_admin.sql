-- Enqueues an invitation to an email address. Requires a fresh proof of identity. Returns invited, already-invited
-- (nothing changes), already-admin or not-now (the budget of the caller's account is spent).
create function public.invite_admin(p_email text, p_role text) returns public.invite_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation private.admin_invitations;
begin
  perform private.require_owner();
  perform private.require_proof();
  if private.is_address_of_admin(p_email) then
    return 'already-admin';
  end if;
  insert into private.admin_invitations as i (email, role, invited_by) values (p_email, p_role, auth.uid())
    on conflict (lower(email)) where accepted_at is null and withdrawn_at is null
    do update set role = excluded.role, invited_by = excluded.invited_by, invited_at = now()
    where private.invitation_state(i) <> 'open'
    returning * into invitation;
  if invitation.id is null then
    return 'already-invited';
  end if;
  if not private.enqueue_mail(
    'admin-invitation', invitation.id, null, '{invitation}', jsonb_build_object('account', auth.uid())
  )
  then
    delete from private.admin_invitations i where i.id = invitation.id;
    return 'not-now';
  end if;
  perform private.note_access(auth.uid(), 'invited', jsonb_build_object('role', p_role, 'invitation', invitation.id));
  return 'invited';
end;
$$;

-- for owners
grant execute on function public.invite_admin to authenticated;
