-- What may or may not have arrived is for an admin to decide: it is sent again, or left as it is. What is still tried, by
-- itself or in its batch, is not.
create index mails_in_trouble on public.mails using btree (created_at, id)
  where state in ('refused', 'bounced', 'complained') or (state = 'unknown' and next_attempt_at is null and batch_id is null);

create function public.resolve_uncertain_mails(p_action text, p_ids bigint[] default null)
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  resolved integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may decide about mails' using errcode = 'insufficient_privilege';
  end if;
  if p_action is null or p_action not in ('send', 'leave') then
    raise exception 'uncertain mails are sent again, or left' using errcode = 'invalid_parameter_value';
  end if;

  with decided as (
    update public.mails m
      set state = case p_action when 'send' then 'due' else 'left' end,
        -- The provider has forgotten the key, and the three days in which it is tried begin anew.
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
        and (p_ids is null or m.id = any (p_ids))
        and (p_action = 'leave' or public.mail_stream(m.purpose) <> 'newsletter')
      returning m.id, m.state
  ),
  logged as (
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select u.id, u.email, 'update', 'mails', d.id::text, jsonb_build_object('state', jsonb_build_object('old', 'unknown', 'new', d.state))
      from decided d
      join auth.users u on u.id = auth.uid()
  )
  select count(*) into resolved from decided;
  return resolved;
end;
$function$;

comment on function public.resolve_uncertain_mails(text, bigint[]) is 'For an admin who has decided about mails of which nobody knows whether they arrived: send (due again under a new key, with address and content joined anew; never one of the newsletter''s stream) or leave. Without p_ids all of them. Answers how many there were.';

revoke all on function public.resolve_uncertain_mails(text, bigint[]) from public;
grant execute on function public.resolve_uncertain_mails(text, bigint[]) to authenticated;

create function public.mail_overview(p_state text, p_page integer)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path = ''
as $function$
declare
  per_page constant integer := 50;
begin
  if not public.is_admin() then
    raise exception 'only admins may see mails' using errcode = 'insufficient_privilege';
  end if;
  return (
    with troubled as (
      select m.*, case m.state when 'unknown' then 'uncertain' else m.state end as trouble
      from public.mails m
      where m.state in ('refused', 'bounced', 'complained') or (m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null)
    ),
    page as (
      select t.*, public.mail_content(t.purpose, t.person, t.occasion) as content
      from (
        select * from troubled
        where p_state = '' or trouble = p_state
        order by created_at desc, id desc
        limit per_page offset (greatest(p_page, 1) - 1) * per_page
      ) t
    )
    select jsonb_build_object(
      'uncertain', (select count(*) from troubled where trouble = 'uncertain'),
      'resendable', (select count(*) from troubled where trouble = 'uncertain' and public.mail_stream(purpose) <> 'newsletter'),
      'due', (select count(*) from public.mails m where m.next_attempt_at <= now()),
      'due_since', (select min(m.next_attempt_at) from public.mails m where m.next_attempt_at <= now()),
      'total', (select count(*) from troubled where p_state = '' or trouble = p_state),
      'per_page', per_page,
      'mails', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', p.id,
              'purpose', p.purpose,
              'trouble', p.trouble,
              'email', p.content ->> 'email',
              'is_owed', p.content is not null,
              'is_resendable', p.trouble = 'uncertain' and public.mail_stream(p.purpose) <> 'newsletter',
              'answer', p.last_error,
              'attempts', p.attempts,
              'created_at', p.created_at
            )
            order by p.created_at desc, p.id desc
          ),
          '[]'
        )
        from page p
      )
    )
  );
end;
$function$;

comment on function public.mail_overview(text, integer) is 'For admins: how many mails are due and since when, how many are uncertain, and a page of those that are uncertain, refused, bounced or complained about (p_state; empty for all of them), the latest first, with the present address of whom each is for.';

revoke all on function public.mail_overview(text, integer) from public;
grant execute on function public.mail_overview(text, integer) to authenticated;

create function public.suppressions_of(p_address_key text)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins may see to whom no mail is sent' using errcode = 'insufficient_privilege';
  end if;
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('stream', s.stream, 'reason', s.reason, 'created_at', s.created_at) order by s.stream desc),
      '[]'
    )
    from public.mail_suppressions s
    where s.address_key = p_address_key
  );
end;
$function$;

comment on function public.suppressions_of(text) is 'For admins: in which streams no mail is sent to the owner of an address, by its keyed digest, why and since when.';

revoke all on function public.suppressions_of(text) from public;
grant execute on function public.suppressions_of(text) to authenticated;

create function public.lift_suppression(p_actor uuid, p_address_key text, p_stream text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  lifted public.mail_suppressions;
begin
  if not exists (select from public.admin_users a where a.id = p_actor) then
    raise exception 'only admins may allow mails to an address again' using errcode = 'insufficient_privilege';
  end if;
  delete from public.mail_suppressions s
    where s.address_key = p_address_key and s.stream = p_stream and s.reason in ('not-mine', 'bounced')
    returning s.* into lifted;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'delete', 'mail_suppressions', lifted.address_key, jsonb_build_object('stream', lifted.stream, 'reason', lifted.reason)
    from auth.users u where u.id = p_actor;
  return true;
end;
$function$;

comment on function public.lift_suppression(uuid, text, text) is 'For the admin p_actor: mails of a stream may be sent to the owner of an address again, by its keyed digest, which is all that the log gets. Answers false where none is stopped, or where the owner has complained or had the address erased, which nobody can lift.';

revoke all on function public.lift_suppression(uuid, text, text) from public;
grant execute on function public.lift_suppression(uuid, text, text) to service_role;
