-- Returns how long data about admins' sign-ins is kept.
create function private.accounts_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('signInFailure', interval '24 hours', 'private.sign_in_failures', 't.at <= now() - $1', null),
    ('knownAddress', private.known_period(), 'private.known_addresses', 't.last_used_at <= now() - $1', null),
    ('knownDevice', private.known_period(), 'private.known_devices', 't.last_used_at <= now() - $1', null),
    ('adminSession', private.session_limit(), 'private.admin_sessions', 't.started_at <= now() - $1', null),
    ('idleSession', private.session_idle_limit(), 'private.admin_sessions', 't.seen_at <= now() - $1', null),
    ('codeTry', private.code_try_period(), 'private.factor_tries', 't.at <= now() - $1', null),
    ('adminInvitation', interval '30 days', 'private.admin_invitations', 't.invited_at <= now() - $1', null),
    ('passwordLink', interval '24 hours', 'private.password_links', 't.asked_at <= now() - $1', null),
    -- A change must be confirmed within a day, and the outbox retries the email to the old address for 3 days.
    ('adminAddressChange', interval '4 days', 'private.admin_address_changes', 't.asked_at <= now() - $1', null);
$$;
