-- Removes an address from the log entries of its account; the entries remain.
create function private.erase_from_log(p_address text) returns jsonb
language plpgsql
as $$
declare
  changed integer;
begin
  perform set_config('audit_log.erasing', 'on', true);
  update public.audit_log g set actor_email = null where lower(g.actor_email) = p_address;
  get diagnostics changed = row_count;
  perform set_config('audit_log.erasing', 'off', true);
  return jsonb_build_object('log_entries', changed);
end;
$$;
