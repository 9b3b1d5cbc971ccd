-- Makes the account with the invited address an admin with the role of the invitation, once. Returns false when the
-- invitation is not open.
create function public.accept_invitation(p_token_digest text, p_user uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation private.admin_invitations;
begin
  select i.* into invitation
    from private.admin_invitations i
    join auth.users u on u.id = p_user and lower(u.email) = lower(i.email)
    where i.token_digest = p_token_digest
    for update of i;
  if invitation.id is null or private.invitation_state(invitation) <> 'open' then
    return false;
  end if;
  update private.admin_invitations i set accepted_at = now() where i.id = invitation.id;
  -- The Worker calls this without the person's token; the audit log must still name them as the actor.
  perform set_config('request.jwt.claim.sub', p_user::text, true);
  insert into public.admin_users (id, role) values (p_user, invitation.role);
  perform private.note_access(
    p_user,
    'invitation-accepted',
    jsonb_build_object('role', invitation.role, 'invitation', invitation.id, 'inviter', invitation.invited_by)
  );
  return true;
end;
$$;

grant execute on function public.accept_invitation to service_role;
