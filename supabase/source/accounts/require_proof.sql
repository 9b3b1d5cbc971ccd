-- Raises unless the caller is an admin who has entered the password, and the second-factor code if they have one,
-- within the last 10 minutes.
create function private.require_proof() returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select from private.admin_standing() s where s.standing in ('open', 'factor') and s.is_proved) then
    raise exception 'this needs a fresh proof' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
