create function public.note_refused_sign_in(p_email text, p_reason text, p_device text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if p_reason is null or p_reason not in ('wrong-password', 'too-many') then
    raise exception 'a sign-in is refused for a wrong password or too many tries' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account
    from auth.users u
    join public.admin_users a on a.id = u.id
    where lower(u.email) = lower(btrim(p_email));
  if account is null or (
    p_reason = 'too-many' and exists (
      select from public.audit_log g
      where g.row_id = account::text and g.table_name = 'access' and g.at > now() - interval '15 minutes'
        and g.changes ->> 'reason' = 'too-many'
    )
  ) then
    return;
  end if;
  perform private.note_access(account, 'sign-in-refused', jsonb_build_object('reason', p_reason, 'device', p_device));
end;
$$;

comment on function public.note_refused_sign_in(text, text, text) is
  'Writes into the log that a sign-in to an admin''s account was refused: for a wrong password (wrong-password), or because there were too many (too-many, once in 15 minutes). For any other address it does nothing.';

grant execute on function public.note_refused_sign_in(text, text, text) to service_role;
