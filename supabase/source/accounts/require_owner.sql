-- Raises unless the caller is an owner with a session that opens the admin area.
create function private.require_owner() returns void
language plpgsql
stable
as $$
begin
  if not public.is_owner() then
    raise exception 'only owners may do this' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
