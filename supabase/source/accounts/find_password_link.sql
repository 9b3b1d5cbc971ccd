-- Returns where a link to set a new password leads: its state (open, used, expired or nowhere) and the account.
create function public.find_password_link(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when l.used_at is not null then 'used'
        when l.asked_at <= now() - interval '1 hour' or l.keys <> private.credentials_digest(l.user_id) then 'expired'
        else 'open'
      end,
      'account', l.user_id,
      'email', u.email
    )
    from private.password_links l
    join auth.users u on u.id = l.user_id
    where l.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.find_password_link to service_role;
