-- Records that a forgotten password has been replaced: marks the link as used, ends all sessions of the account and
-- notifies its owner. Returns false when this was already recorded.
create function public.note_password_reset(p_user uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.password_links l set used_at = now() where l.user_id = p_user and l.used_at is null;
  if not found then
    return false;
  end if;
  delete from private.admin_sessions s where s.user_id = p_user;
  perform private.note_access(p_user, 'password-reset');
  return true;
end;
$$;

grant execute on function public.note_password_reset to service_role;
