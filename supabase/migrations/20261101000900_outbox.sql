create table public.outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('waitlist')),
  waitlist_entry_id uuid not null unique references public.waitlist_entries (id) on delete cascade,
  idempotency_key uuid not null unique default gen_random_uuid(),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null default now(),
  constraint delivered_or_failed check (num_nonnulls(delivered_at, failed_at) <= 1)
);

comment on table public.outbox is 'What somebody else shall get, written together with what it is about. Holds no address itself.';
comment on column public.outbox.claimed_until is 'Until then the attempt belongs to whoever claimed it.';

create index outbox_due on public.outbox (next_attempt_at, id) where delivered_at is null and failed_at is null;

alter table public.outbox enable row level security;
revoke all on public.outbox from public, anon, authenticated, service_role;
grant select on public.outbox to authenticated;

create policy "Admins read the outbox" on public.outbox
  for select to authenticated using ((select public.is_admin()));

create function public.join_waitlist(
  p_event text,
  p_name text,
  p_email text,
  p_consent_version text,
  p_suspected_spam boolean,
  p_forward boolean
) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  event_id uuid;
  entry_id uuid;
begin
  select e.id into event_id from public.events e where e.key = p_event and e.is_published for key share;
  if not found then
    return 'not-found';
  end if;

  insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam)
    values (event_id, p_name, p_email, p_consent_version, p_suspected_spam)
    on conflict do nothing
    returning id into entry_id;
  if not found then
    return 'already-joined';
  end if;

  if p_forward and not p_suspected_spam then
    insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', entry_id);
  end if;
  return 'joined';
end;
$$;

comment on function public.join_waitlist(text, text, text, text, boolean, boolean) is
  'Stores an entry of a published event and, with p_forward, what the configured endpoint shall get. Answers joined, already-joined '
  '(the first name stays) or not-found.';

create function public.claim_outbox(p_limit integer, p_lease_seconds integer)
returns table (id bigint, idempotency_key uuid, kind text, attempts integer, payload jsonb)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  return query
    with due as (
      select o.id from public.outbox o
      where o.delivered_at is null
        and o.failed_at is null
        and o.next_attempt_at <= now()
        and (o.claimed_until is null or o.claimed_until <= now())
      order by o.next_attempt_at, o.id
      limit p_limit
      for update skip locked
    ),
    claimed as (
      update public.outbox o
      set attempts = o.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where o.id = due.id
      returning o.id, o.idempotency_key, o.kind, o.attempts, o.waitlist_entry_id
    )
    select c.id, c.idempotency_key, c.kind, c.attempts, jsonb_build_object('name', w.name, 'email', w.email, 'event', e.key)
    from claimed c
    join public.waitlist_entries w on w.id = c.waitlist_entry_id
    join public.events e on e.id = w.event_id
    order by c.id;
end;
$$;

comment on function public.claim_outbox(integer, integer) is
  'Takes up to p_limit due rows for p_lease_seconds and counts the attempt. Nobody else gets a row while its lease runs.';

create function public.settle_outbox(p_id bigint, p_outcome text, p_error text, p_attempt integer) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
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
      -- The last attempt is made when the three days end.
      next_attempt_at = case
        when p_outcome = 'retry' then least(
          now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 20), interval '6 hours'),
          greatest(o.created_at + interval '3 days', now())
        )
        else o.next_attempt_at
      end,
      last_error = case when p_outcome = 'delivered' then null else left(p_error, 500) end
    where o.id = p_id
      and o.attempts = p_attempt
      and o.claimed_until is not null
      and o.delivered_at is null
      and o.failed_at is null;
  return found;
end;
$$;

comment on function public.settle_outbox(bigint, text, text, integer) is
  'Writes what came of an attempt: delivered, retry (after 1, 2, 4 minutes and so on up to 6 hours; failed once 3 days have passed), or '
  'failed. Answers false, and changes nothing, when the attempt is not the one under way.';

revoke all on function
  public.join_waitlist(text, text, text, text, boolean, boolean),
  public.claim_outbox(integer, integer),
  public.settle_outbox(bigint, text, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.join_waitlist(text, text, text, text, boolean, boolean),
  public.claim_outbox(integer, integer),
  public.settle_outbox(bigint, text, text, integer)
  to service_role;
