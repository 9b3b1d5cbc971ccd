-- Returns where the link of an invitation leads: its state (or nowhere), the invited address and role, who sent the
-- invitation, when it expires, and the account that already has the address, if any.
create function public.find_invitation(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', private.invitation_state(i),
      'email', i.email,
      'role', i.role,
      'invited_by', u.email,
      'expires_at', i.invited_at + interval '7 days',
      'account', (select a.id from auth.users a where lower(a.email) = lower(i.email) limit 1)
    )
    from private.admin_invitations i
    join auth.users u on u.id = i.invited_by
    where i.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.find_invitation to service_role;
