-- Ends sessions of the caller: local (this one), others or global, named as the auth server names these scopes.
create function public.end_own_sessions(p_scope text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if p_scope is null or p_scope not in ('local', 'others', 'global') then
    raise exception 'a session ends alone (local), others end, or all (global)'
      using errcode = 'invalid_parameter_value';
  end if;
  if p_scope <> 'local' and exists (select from private.admin_standing() s where s.standing in ('ended', 'code')) then
    raise exception 'this session is not verified' using errcode = 'insufficient_privilege';
  end if;
  delete from private.admin_sessions s
    where s.user_id = auth.uid()
      and case p_scope when 'local' then s.id = own when 'others' then s.id <> own else true end;
  if found then
    perform private.note_access(auth.uid(), case p_scope when 'local' then 'signed-out' else 'sessions-ended' end);
  end if;
end;
$$;

-- for members: writes the end of the caller's own sessions
grant execute on function public.end_own_sessions to authenticated;
