-- Returns accepted, withdrawn (also when the person who sent the invitation is no longer an owner), expired,
-- already-admin or open.
create function private.invitation_state(p_invitation private.admin_invitations) returns text
language sql
stable
return case
  when p_invitation.accepted_at is not null then 'accepted'
  when p_invitation.withdrawn_at is not null
    or not exists (
      select from public.admin_users a where a.id = p_invitation.invited_by and a.role = 'owner'
    ) then 'withdrawn'
  when p_invitation.invited_at <= now() - interval '7 days' then 'expired'
  when private.is_address_of_admin(p_invitation.email) then 'already-admin'
  else 'open'
end;
