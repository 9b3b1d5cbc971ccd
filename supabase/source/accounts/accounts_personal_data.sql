-- Returns the account of the owner of an email address, invitations to become an admin, and changes of the sign-in
-- address.
create function private.accounts_personal_data(p_address text, p_account uuid, p_account_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object(
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'is_admin', exists (select from public.admin_users a where a.id = u.id)
      )
      from auth.users u where u.id = p_account
    ),
    'invitations', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'role', i.role, 'invited_at', i.invited_at, 'accepted_at', i.accepted_at, 'withdrawn_at', i.withdrawn_at
          )
          order by i.invited_at, i.id
        ),
        '[]'
      )
      from private.admin_invitations i where lower(i.email) = p_address
    ),
    'address_changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'email', c.email, 'previous_email', c.previous_email, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at
          )
          order by c.asked_at, c.id
        ),
        '[]'
      )
      from private.admin_address_changes c
      where c.user_id = p_account or p_address in (lower(c.email), lower(c.previous_email))
    ),
    'counters', jsonb_build_object(
      'sign_in_failures', (select count(*) from private.sign_in_failures f where f.account_key = p_account_key),
      'known_addresses', (select count(*) from private.known_addresses k where k.account_key = p_account_key)
    )
  );
$$;
