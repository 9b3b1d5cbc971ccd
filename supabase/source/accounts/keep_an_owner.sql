-- Trigger: keeps at least one owner, since without one nobody could grant access to anyone.
create function private.keep_an_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner') then
    -- Serialized, so that two owners cannot remove or demote each other at the same time.
    perform pg_advisory_xact_lock(hashtext('admin_users'));
    if not exists (select from public.admin_users a where a.id <> old.id and a.role = 'owner') then
      raise exception 'the last owner stays one' using errcode = 'restrict_violation';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;
