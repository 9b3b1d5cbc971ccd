-- Records that the password was entered again in a session. Returns false for a session that has ended, and for an
-- account with a second factor, which proves identity with a code (settle_code_try).
create function public.prove_session(p_user uuid, p_session uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.admin_sessions s set proved_at = now()
    where s.id = p_session
      and s.user_id = p_user
      and s.keys = private.credentials_digest(p_user)
      and not exists (select from private.second_factors f where f.user_id = p_user);
  return found;
end;
$$;

grant execute on function public.prove_session to service_role;
