-- What owners alone may do: people and their data, keys, exports. The table of it is app/admin/roles.ts.

create function public.is_owner()
returns boolean
language sql
stable
security definer
set search_path to ''
as $$
  select coalesce(public.admin_role() = 'owner', false);
$$;

comment on function public.is_owner() is 'Whether the caller is signed in as an owner, with a session that opens the area of admins.';

revoke all on function public.is_owner() from public;
grant execute on function public.is_owner() to authenticated;

alter policy "Admins read who is an admin" on public.admin_users using ((select public.is_owner()));
alter policy "Admins read who is an admin" on public.admin_users rename to "Owners read who is an admin";
alter policy "Admins read what the doctor found" on public.doctor_checks using ((select public.is_owner()));
alter policy "Admins read what the doctor found" on public.doctor_checks rename to "Owners read what the doctor found";
alter policy "Admins read when a backup was last tried" on public.restore_drills using ((select public.is_owner()));
alter policy "Admins read when a backup was last tried" on public.restore_drills rename to "Owners read when a backup was last tried";
alter policy "Admins delete waitlist entries" on public.waitlist_entries using ((select public.is_owner()));
alter policy "Admins delete waitlist entries" on public.waitlist_entries rename to "Owners delete waitlist entries";
alter policy "Admins delete contact messages" on public.contact_messages using ((select public.is_owner()));
alter policy "Admins delete contact messages" on public.contact_messages rename to "Owners delete contact messages";
alter policy "Admins read newsletter subscribers" on public.newsletter_subscribers using ((select public.is_owner()));
alter policy "Admins read newsletter subscribers" on public.newsletter_subscribers rename to "Owners read newsletter subscribers";
alter policy "Admins change newsletter subscribers" on public.newsletter_subscribers using ((select public.is_owner())) with check ((select public.is_owner()));
alter policy "Admins change newsletter subscribers" on public.newsletter_subscribers rename to "Owners change newsletter subscribers";
alter policy "Admins delete newsletter subscribers" on public.newsletter_subscribers using ((select public.is_owner()));
alter policy "Admins delete newsletter subscribers" on public.newsletter_subscribers rename to "Owners delete newsletter subscribers";

alter policy "Admins read the audit log" on public.audit_log
  using (
    case (select public.admin_role())
      when 'owner' then true
      when 'editor' then table_name in (
        'education_tabs', 'education_resources', 'events', 'waitlist_entries', 'outbox', 'mails', 'tellings',
        'newsletter_issues', 'contact_messages', 'message_answers'
      )
    end
  );
alter policy "Admins read the audit log" on public.audit_log rename to "Owners read the audit log, editors what is theirs of it";

-- Each of these began with the question whether the caller is an admin.
do $$
declare
  signature text;
  before text;
  after text;
begin
  foreach signature in array array['ask_to_confirm()', 'logged_admins(uuid[])', 'suppressions_of(text)'] loop
    before := pg_get_functiondef(('public.' || signature)::regprocedure);
    after := replace(before, 'if not public.is_admin() then', 'if not public.is_owner() then');
    if after = before then
      raise exception '% asks for no admin', signature;
    end if;
    execute replace(after, '''only admins may', '''only owners may');
  end loop;
end;
$$;

comment on function public.suppressions_of(text) is 'For owners: in which streams no mail is sent to the owner of an address, by its keyed digest, why and since when.';

create or replace function public.lift_suppression(p_actor uuid, p_address_key text, p_stream text)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  lifted public.mail_suppressions;
begin
  if not exists (select from public.admin_users a where a.id = p_actor and a.role = 'owner') then
    raise exception 'only owners may allow mails to an address again' using errcode = 'insufficient_privilege';
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

comment on function public.lift_suppression(uuid, text, text) is 'For the owner p_actor: mails of a stream may be sent to the holder of an address again, by its keyed digest, which is all that the log gets. Answers false where none is stopped, or where the holder has complained or had the address erased, which nobody can lift.';

-- Editors write issues, and see of the people who get them how many there are.
create function public.count_readers()
returns bigint
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may see how many people get an issue' using errcode = 'insufficient_privilege';
  end if;
  return (
    select count(*) from public.newsletter_subscribers s
    where public.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
  );
end;
$$;

comment on function public.count_readers() is 'How many would get an issue of the newsletter now; some of them may have asked for no mail of the newsletter, which shows when it is sent.';

revoke all on function public.count_readers() from public;
grant execute on function public.count_readers() to authenticated;

create function public.is_editors_mail(p_purpose text)
returns boolean
language sql
immutable
set search_path to ''
return p_purpose ~ '^(waitlist|event|message)-';

comment on function public.is_editors_mail(text) is 'Whether editors see mails of a purpose: those about events and messages, not those to subscribers and about keys.';

revoke all on function public.is_editors_mail(text) from public;

create or replace function public.mail_overview(p_state text, p_page integer)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  per_page constant integer := 50;
  sees_all constant boolean := public.is_owner();
begin
  if not public.is_admin() then
    raise exception 'only admins may see mails' using errcode = 'insufficient_privilege';
  end if;
  return (
    with troubled as (
      select m.*, case m.state when 'unknown' then 'uncertain' else m.state end as trouble
      from public.mails m
      where (m.state in ('refused', 'bounced', 'complained') or (m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null))
        and (sees_all or public.is_editors_mail(m.purpose))
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

comment on function public.mail_overview(text, integer) is 'For admins: how many mails are due and since when, how many are uncertain, and a page of those that are uncertain, refused, bounced or complained about (p_state; empty for all of them), the latest first, with the present address of whom each is for. Editors see there only mails about events and messages.';

create or replace function public.resolve_uncertain_mails(p_action text, p_ids bigint[] default null::bigint[])
 returns integer
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  sees_all constant boolean := public.is_owner();
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
        and (sees_all or public.is_editors_mail(m.purpose))
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

create or replace function public.dashboard()
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  sees_all constant boolean := public.is_owner();
begin
  if not public.is_admin() then
    raise exception 'only admins may see the dashboard' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'counts', jsonb_build_object(
      'tabs', (select count(*) from public.education_tabs),
      'resources', (select count(*) from public.education_resources where deleted_at is null),
      'events', (select count(*) from public.events),
      'waitlist', (select count(*) from public.waitlist_entries where not suspected_spam),
      'subscribers', (select count(*) from public.newsletter_subscribers where not suspected_spam and left_at is null),
      'confirmed_subscribers', (
        select count(*) from public.newsletter_subscribers where not suspected_spam and left_at is null and confirmed_at is not null
      ),
      'messages', (select count(*) from public.contact_messages where not suspected_spam and status <> 'spam'),
      'likes', (select coalesce(sum(likes), 0) from public.resource_like_counts),
      'admins', (select count(*) from public.admin_users)
    ),
    'attention', (
      select jsonb_build_object(
        'failing_deliveries', count(*) filter (where kind = 'waitlist'),
        'failing_notices', count(*) filter (where kind = 'notice')
      )
      from public.outbox
      where delivered_at is null and (failed_at is not null or attempts >= 3)
    ) || jsonb_build_object(
      'new_messages', (select count(*) from public.contact_messages where not suspected_spam and status = 'new'),
      'spam_entries', (select count(*) from public.waitlist_entries where suspected_spam),
      'spam_subscribers', (select count(*) from public.newsletter_subscribers where suspected_spam),
      'spam_messages', (select count(*) from public.contact_messages where suspected_spam),
      'draft_resources', (select count(*) from public.education_resources where deleted_at is null and not is_published),
      'draft_events', (select count(*) from public.events where not is_published),
      'uncertain_mails', (select count(*) from public.mails m where m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null and (sees_all or public.is_editors_mail(m.purpose))),
      'refused_mails', (
        select count(*) from public.mails m
        where m.state = 'refused' and m.last_error is distinct from 'suppressed' and m.settled_at > now() - interval '7 days'
          and (sees_all or public.is_editors_mail(m.purpose))
      )
    ),
    'own', jsonb_build_object(
      'events', exists (
        select from public.audit_log g
        where g.table_name = 'events'
          and g.actor is not null
          and (g.verb = 'insert'
            or g.verb = 'update' and g.changes - array['status', 'is_published', 'tab_order', 'tab_label', 'waitlist_closed', 'sequence', 'dated_at'] <> '{}')
      ),
      'resources', exists (
        select from public.audit_log g
        where g.table_name = 'education_resources'
          and g.actor is not null
          and (g.verb = 'insert' or g.verb = 'update' and g.changes - array['is_published', 'deleted_at', 'tab_key', 'display_order'] <> '{}')
      )
    )
  );
end;
$function$;
