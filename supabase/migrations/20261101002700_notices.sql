alter table public.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in ('waitlist', 'notice')),
  alter column waitlist_entry_id drop not null,
  add constraint waitlist_has_its_entry check ((kind = 'waitlist') = (waitlist_entry_id is not null)),
  add column is_stale boolean not null default false;

comment on column public.outbox.is_stale is
  'A message came after a notice was counted and sent: what is sent next is another notice, with a key of its own.';

create unique index one_undelivered_notice on public.outbox (kind) where kind = 'notice' and delivered_at is null;

-- Released Workers go on calling the functions below without the parameters that have a default.

drop function public.send_message(text, text, text, boolean);

create function public.send_message(
  p_name text,
  p_email text,
  p_message text,
  p_suspected_spam boolean,
  p_notify boolean default false
) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || lower(p_email) || ' ' || p_message, 0));
  perform from public.contact_messages m
    where lower(m.email) = lower(p_email)
      and m.message = p_message
      and m.suspected_spam = p_suspected_spam
      and m.created_at > now() - interval '24 hours';
  if found then
    return 'already-sent';
  end if;

  insert into public.contact_messages (name, email, message, suspected_spam)
    values (p_name, p_email, p_message, p_suspected_spam);

  if p_notify and not p_suspected_spam then
    -- One that was given up begins anew.
    insert into public.outbox as o (kind) values ('notice')
      on conflict (kind) where kind = 'notice' and delivered_at is null do update
      set is_stale = o.is_stale or o.attempts > 0,
        attempts = case when o.failed_at is null then o.attempts else 0 end,
        created_at = case when o.failed_at is null then o.created_at else now() end,
        next_attempt_at = case when o.failed_at is null then o.next_attempt_at else now() end,
        failed_at = null;
  end if;
  return 'sent';
end;
$$;

comment on function public.send_message(text, text, text, boolean, boolean) is
  'Stores a message and, with p_notify, that the organisation shall be told; one undelivered notice is enough for any number of messages. '
  'Answers sent, or already-sent for the same text from the same address within 24 hours.';

drop function public.claim_outbox(integer, integer);

create function public.claim_outbox(p_limit integer, p_lease_seconds integer, p_kinds text[] default array['waitlist'])
returns table (id bigint, idempotency_key uuid, kind text, attempts integer, payload jsonb)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  taken bigint[];
  new_messages bigint;
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  with due as (
    select o.id from public.outbox o
    where o.delivered_at is null
      and o.failed_at is null
      and o.next_attempt_at <= now()
      and (o.claimed_until is null or o.claimed_until <= now())
      and o.kind = any (p_kinds)
    order by o.next_attempt_at, o.id
    limit p_limit
    for update skip locked
  ),
  claimed as (
    update public.outbox o
    set attempts = o.attempts + 1,
      claimed_until = now() + p_lease_seconds * interval '1 second',
      idempotency_key = case when o.is_stale then gen_random_uuid() else o.idempotency_key end,
      is_stale = false
    from due
    where o.id = due.id
    returning o.id
  )
  select array_agg(c.id) into taken from claimed c;

  -- Counted by a statement that begins after the row is locked: a message either is counted, or makes the notice stale.
  if exists (select from public.outbox o where o.id = any (taken) and o.kind = 'notice') then
    select count(*) into new_messages from public.contact_messages m where m.status = 'new' and not m.suspected_spam;
    if new_messages = 0 then
      delete from public.outbox o where o.id = any (taken) and o.kind = 'notice';
    end if;
  end if;

  return query
    select o.id, o.idempotency_key, o.kind, o.attempts,
      case o.kind
        when 'waitlist' then jsonb_build_object('name', w.name, 'email', w.email, 'event', e.key)
        else jsonb_build_object('kind', 'message', 'count', new_messages)
      end
    from public.outbox o
    left join public.waitlist_entries w on w.id = o.waitlist_entry_id
    left join public.events e on e.id = w.event_id
    where o.id = any (taken)
    order by o.id;
end;
$$;

comment on function public.claim_outbox(integer, integer, text[]) is
  'Takes up to p_limit due rows of these kinds for p_lease_seconds and counts the attempt. Nobody else gets a row while its lease runs. A '
  'notice says how many messages are new; when none is, it is dropped.';

drop function public.settle_outbox(bigint, text, text, integer);

create function public.settle_outbox(
  p_id bigint,
  p_outcome text,
  p_error text,
  p_attempt integer,
  p_wait_seconds integer default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  longest constant interval := interval '6 hours';
  wait constant interval := least(greatest(coalesce(p_wait_seconds, 0), 0) * interval '1 second', longest);
  needs_another boolean;
begin
  if p_outcome is null or p_outcome not in ('delivered', 'retry', 'failed') then
    raise exception 'the outcome is delivered, retry or failed' using errcode = 'invalid_parameter_value';
  end if;

  update public.outbox o
    set claimed_until = null,
      delivered_at = case when p_outcome = 'delivered' then now() end,
      failed_at = case
        when p_outcome = 'failed' or (p_outcome = 'retry' and now() >= o.created_at + interval '3 days') then now()
      end,
      -- The last attempt is made when the three days end, or when the receiver wants it.
      next_attempt_at = case
        when p_outcome = 'retry' then greatest(
          least(
            now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 20), longest),
            greatest(o.created_at + interval '3 days', now())
          ),
          now() + wait
        )
        else o.next_attempt_at
      end,
      last_error = case when p_outcome = 'delivered' then null else left(p_error, 500) end
    where o.id = p_id
      and o.attempts = p_attempt
      and o.claimed_until is not null
      and o.delivered_at is null
      and o.failed_at is null
    returning o.is_stale and o.delivered_at is not null into needs_another;
  if needs_another then
    insert into public.outbox (kind) values ('notice') on conflict do nothing;
  end if;
  return needs_another is not null;
end;
$$;

comment on function public.settle_outbox(bigint, text, text, integer, integer) is
  'Writes what came of an attempt: delivered, retry (after 1, 2, 4 minutes and so on up to 6 hours, and not before p_wait_seconds, 6 hours at '
  'most; failed once 3 days have passed), or failed. A delivered notice that has become stale is followed by another one. Answers false, '
  'and changes nothing, when the attempt is not the one under way.';

create or replace function public.dashboard() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
      'subscribers', (select count(*) from public.newsletter_subscribers where not suspected_spam),
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
      'spam', (select count(*) from public.waitlist_entries where suspected_spam)
        + (select count(*) from public.newsletter_subscribers where suspected_spam)
        + (select count(*) from public.contact_messages where suspected_spam),
      'past_events', (
        select count(*) from public.events
        where is_published and status = 'scheduled' and tab_order is null and over_at <= now()
      ),
      'drafts', (select count(*) from public.education_resources where deleted_at is null and not is_published)
        + (select count(*) from public.events where not is_published)
    )
  );
end;
$$;

comment on function public.dashboard() is
  'How much of everything there is, and what needs an admin: new messages, suspected spam, deliveries and notices that failed or were tried '
  'three times, published events without a tab whose date has passed, unpublished resources and events.';

revoke all on function
  public.send_message(text, text, text, boolean, boolean),
  public.claim_outbox(integer, integer, text[]),
  public.settle_outbox(bigint, text, text, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.send_message(text, text, text, boolean, boolean),
  public.claim_outbox(integer, integer, text[]),
  public.settle_outbox(bigint, text, text, integer, integer)
  to service_role;
