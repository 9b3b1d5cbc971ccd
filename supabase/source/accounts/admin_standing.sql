-- Returns what the caller's session opens: open (everything the role allows), ended (nothing: they must sign in again),
-- code (only the page for the second-factor code), password (only the account page: the password is still a one-time
-- password), factor (only the account page: setting up the second factor is overdue). Returns no row for a caller who
-- is not an admin.
create function private.admin_standing() returns table (
  standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query select
    case
      when s.id is null then 'ended'
      when f.user_id is not null and s.verified_at is null then 'code'
      when p.user_id is not null then 'password'
      when f.user_id is null and due.at <= now() then 'factor'
      else 'open'
    end,
    a.role::text,
    coalesce(s.proved_at > now() - interval '10 minutes', false),
    f.user_id is not null,
    due.at
  from public.admin_users a
  join auth.users u on u.id = a.id
  cross join private.access_settings x
  left join private.admin_sessions s
    on s.id = (auth.jwt() ->> 'session_id')::uuid
    and s.user_id = a.id
    and s.keys = private.credentials_digest(a.id)
    and s.seen_at > now() - private.session_idle_limit()
    and s.started_at > now() - private.session_limit()
  left join private.second_factors f on f.user_id = a.id
  left join private.one_time_passwords p on p.user_id = a.id and p.encrypted_password = u.encrypted_password
  cross join lateral (
    select case
      when x.factor_required_at is not null
        then greatest(x.factor_required_at, coalesce(a.first_signed_in_at, now())) + interval '7 days'
    end as at
  ) due
  where a.id = auth.uid();
end;
$$;
