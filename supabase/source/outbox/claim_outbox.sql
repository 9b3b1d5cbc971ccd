-- Claims up to p_limit due rows of these kinds for p_lease_seconds and counts the attempt. No other caller gets a row
-- during its lease. A notice contains the number of new messages; it is dropped if there are none. While the newsletter
-- provider accepts no requests, its rows wait.
create function public.claim_outbox(
  p_limit integer,
  p_lease_seconds integer,
  p_kinds text[] default array['waitlist'],
  p_strangers_a_minute integer default 20
) returns table (id bigint, idempotency_key uuid, kind text, attempts integer, payload jsonb)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  taken bigint[];
  listed bigint[];
  new_messages bigint;
begin
  if p_limit is null
    or p_limit not between 1 and 100
    or p_lease_seconds is null
    or p_lease_seconds not between 1 and 3600
  then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- The provider writes to whoever strangers name, so it is asked in the queue of such emails.
  select coalesce(array_agg(s.outbox_id), '{}') into listed
    from private.next_strangers(private.left_of('strangers-sent', p_strangers_a_minute)) s
    where s.outbox_id is not null and 'newsletter' = any (p_kinds);

  with due as (
    select o.id from public.outbox o
    where o.delivered_at is null
      and o.failed_at is null
      and o.next_attempt_at <= now()
      and (o.claimed_until is null or o.claimed_until <= now())
      and o.kind = any (p_kinds)
      and (o.rank is null or o.attempts > 0 or o.id = any (listed))
      and (o.kind <> 'newsletter' or not exists (select from private.newsletter_pause p where p.ends_at > now()))
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
  if taken && listed then
    perform private.spend('{strangers-sent}', '{}', (select count(*) from unnest(taken) t where t = any (listed)));
  end if;

  -- Counted by a statement that starts after the row is locked, so that each message is either counted or makes the
  -- notice stale.
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
        when 'newsletter' then jsonb_build_object('email', s.email)
        else jsonb_build_object('kind', 'message', 'count', new_messages)
      end
    from public.outbox o
    left join public.waitlist_entries w on w.id = o.waitlist_entry_id
    left join public.events e on e.id = w.event_id
    left join public.newsletter_subscribers s on s.id = o.subscriber_id
    where o.id = any (taken)
    order by o.id;
end;
$$;

grant execute on function public.claim_outbox to service_role;
