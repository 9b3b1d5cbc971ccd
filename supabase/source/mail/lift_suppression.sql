-- For the owner p_actor: allows emails of a stream to an address again, given by its keyed digest, which is all that is
-- logged. Returns false if the stream is not suppressed, or if the address owner has complained or had the address
-- erased, which nobody can override.
create function public.lift_suppression(p_actor uuid, p_address_key text, p_stream text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  lifted private.mail_suppressions;
begin
  if not exists (select from public.admin_users a where a.id = p_actor and a.role = 'owner') then
    raise exception 'only owners may allow mails to an address again' using errcode = 'insufficient_privilege';
  end if;
  delete from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = p_stream and s.reason in ('not-mine', 'bounced')
    returning s.* into lifted;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select
      u.id,
      u.email,
      'delete',
      'mail_suppressions',
      lifted.address_key,
      jsonb_build_object('stream', lifted.stream, 'reason', lifted.reason)
    from auth.users u where u.id = p_actor;
  return true;
end;
$$;

grant execute on function public.lift_suppression to service_role;
