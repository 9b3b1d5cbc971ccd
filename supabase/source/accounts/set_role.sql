-- Makes an admin an owner or an editor, which ends their sessions. Owners need a fresh proof of identity. Returns
-- changed, same, not-admin or last-owner.
create function public.set_role(p_user uuid, p_role text) returns public.set_role_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_operator constant boolean := current_setting('role', true) = 'service_role';
  before text;
begin
  if not is_operator then
    perform private.require_owner();
    perform private.require_proof();
  end if;
  select a.role into before from public.admin_users a where a.id = p_user for update;
  if not found then
    return 'not-admin';
  end if;
  if before = p_role then
    return 'same';
  end if;
  update public.admin_users a set role = p_role where a.id = p_user;
  perform private.note_access(
    p_user,
    'role-changed',
    jsonb_build_object('role', p_role) || case when is_operator then '{"by": "operator"}' else '{}' end::jsonb
  );
  return 'changed';
exception
  when restrict_violation then
    return 'last-owner';
end;
$$;

-- for owners
grant execute on function public.set_role to authenticated, service_role;
