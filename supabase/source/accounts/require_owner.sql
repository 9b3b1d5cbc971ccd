create function private.require_owner() returns void
language plpgsql
stable
as $$
begin
  if not public.is_owner() then
    raise exception 'only owners decide who is an admin' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function private.require_owner() is
  'Raises unless the caller is an owner with a session that opens the admin area.';
