-- Applies an admin's decision about emails that may or may not have arrived: send (due again under a new key, with
-- newly composed address and content; never for the newsletter stream) or leave. Without p_ids, applies to all of them.
-- Returns the number of emails.
create function public.resolve_uncertain_mails(p_action text, p_ids bigint[] default null::bigint[]) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  sees_all constant boolean := public.is_owner();
  resolved integer;
begin
  perform private.require_admin();
  if p_action is null or p_action not in ('send', 'leave') then
    raise exception 'uncertain mails are sent again, or left' using errcode = 'invalid_parameter_value';
  end if;

  with decided as (
    update public.mails m
      set state = case p_action when 'send' then 'due' else 'left' end,
        -- The provider has forgotten the key, and the three days of retries begin again.
        idempotency_key = case p_action when 'send' then gen_random_uuid() else m.idempotency_key end,
        created_at = case p_action when 'send' then now() else m.created_at end,
        next_attempt_at = case p_action when 'send' then now() end,
        settled_at = case p_action when 'leave' then now() end,
        sealed = null,
        frozen_at = case p_action when 'leave' then m.frozen_at end,
        frozen_attempt = case p_action when 'leave' then m.frozen_attempt end,
        payload_digest = case p_action when 'leave' then m.payload_digest end
      where m.state = 'unknown'
        and num_nonnulls(m.next_attempt_at, m.batch_id) = 0
        and (sees_all or private.is_editors_mail(m.purpose))
        and (p_ids is null or m.id = any (p_ids))
        and (p_action = 'leave' or private.mail_stream(m.purpose) <> 'newsletter')
      returning m.id, m.state
  ),
  logged as (
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select
        u.id,
        u.email,
        'update',
        'mails',
        d.id::text,
        jsonb_build_object('state', jsonb_build_object('old', 'unknown', 'new', d.state))
      from decided d
      join auth.users u on u.id = auth.uid()
  )
  select count(*) into resolved from decided;
  return resolved;
end;
$$;

-- for admins: writes that uncertain emails about events and messages are sent again or left
grant execute on function public.resolve_uncertain_mails to authenticated;
