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

comment on function public.find_invitation(text) is
  'What the link of an invitation leads to: its state or nowhere, who invites which address as what, until when, and the account that has the address already.';

grant execute on function public.find_invitation(text) to service_role;
