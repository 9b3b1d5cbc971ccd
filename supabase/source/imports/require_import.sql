-- Raises unless the caller may import rows of this kind.
create function private.require_import(p_kind text) returns boolean
language plpgsql
stable
as $$
begin
  if not public.is_admin() or (p_kind = 'subscribers' and not public.is_owner()) then
    raise exception 'only owners may import people, and only admins anything' using errcode = 'insufficient_privilege';
  end if;
  return true;
end;
$$;
