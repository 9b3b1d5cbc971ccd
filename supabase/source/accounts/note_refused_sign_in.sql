-- Logs that a sign-in to an admin's account was refused because of a wrong password (wrong-password, at most 20 times
-- in 24 hours) or too many attempts (too-many, once in 15 minutes); with p_is_signed_in, that a person who is signed in
-- to the account failed to prove their identity. Does nothing for any other address.
create function public.note_refused_sign_in(
  p_email text,
  p_reason text,
  p_device text,
  p_is_signed_in boolean default false
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if p_reason is null or p_reason not in ('wrong-password', 'too-many') then
    raise exception 'a sign-in is refused for a wrong password or too many tries'
      using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account
    from auth.users u
    join public.admin_users a on a.id = u.id
    where lower(u.email) = lower(btrim(p_email));
  -- Keeps strangers from flooding the log; their attempts are counted elsewhere.
  if account is null or (
    select case p_reason
      when 'too-many' then bool_or(g.changes ->> 'reason' = p_reason and g.at > now() - interval '15 minutes')
      else count(*) >= 20
    end
    from public.audit_log g
    where g.changes ->> 'event' in ('sign-in-refused', 'proof-refused')
      and g.at > now() - interval '24 hours'
      and g.row_id = account::text
      and g.changes ->> 'reason' = p_reason
  ) then
    return;
  end if;
  perform private.note_access(
    account,
    case when p_is_signed_in then 'proof-refused' else 'sign-in-refused' end,
    jsonb_build_object('reason', p_reason, 'device', p_device)
  );
end;
$$;

grant execute on function public.note_refused_sign_in to service_role;
