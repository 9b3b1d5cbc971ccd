-- Trigger: refuses every change to the log, even by the owner, with two exceptions: erase_person removes the address
-- from the entries of an erased account, and purge deletes entries whose retention period is over.
create function private.keep_the_audit_log() returns trigger
language plpgsql
as $$
begin
  -- The setting alone is not enough: the current user must also be the owner of the table, as in erase_person and
  -- purge.
  if tg_op in ('UPDATE', 'DELETE')
    and current_setting('audit_log.erasing', true) = 'on'
    and current_user = (select pg_get_userbyid(c.relowner) from pg_catalog.pg_class c where c.oid = tg_relid)
  then
    if tg_level = 'STATEMENT' then
      return null;
    end if;
    if tg_op = 'DELETE' then
      if old.at <= now() - (case
        when old.changes ->> 'event' in ('sign-in-refused', 'proof-refused') then private.refused_sign_in_period()
        when old.verb = 'access' then private.sign_in_log_period()
        else private.log_period()
      end) then
        return old;
      end if;
    elsif new.actor_email is null and to_jsonb(new) - 'actor_email' = to_jsonb(old) - 'actor_email' then
      return new;
    end if;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end;
$$;
