-- Raises unless the caller is an admin with a session that opens the admin area.
create function private.require_admin() returns void
language plpgsql
stable
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may do this' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
