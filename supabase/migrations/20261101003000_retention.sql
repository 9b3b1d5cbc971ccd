-- What a waitlist is for: an event keeps its row when it is held again, so the ends of the editions before are kept beside it.
create table public.past_editions (
  event_id uuid not null references public.events (id) on delete cascade,
  over_at timestamptz not null,
  primary key (event_id, over_at)
);

comment on table public.past_editions is
  'When editions of an event were over that has another date by now, or none. Who joined before such an end waited for that edition.';

alter table public.past_editions enable row level security;
revoke all on public.past_editions from public, anon, authenticated, service_role;

alter table public.events add column dated_at timestamptz not null default now();

comment on column public.events.dated_at is
  'Since when date and status are as they are. Retention waits a day, so that a slip with the year costs no waitlist.';

create function public.set_dated_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.dated_at := now();
  return new;
end;
$$;

comment on function public.set_dated_at() is 'Trigger: writes the time of a new date or status into dated_at.';

create function public.note_past_edition() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.past_editions (event_id, over_at) values (new.id, old.over_at) on conflict do nothing;
  return null;
end;
$$;

comment on function public.note_past_edition() is 'Trigger: keeps the end of an edition when the event gets its next date.';

revoke all on function public.set_dated_at(), public.note_past_edition() from public, anon, authenticated, service_role;

create trigger set_dated_at before update on public.events
  for each row
  when (
    (old.starts_at, old.ends_at, old.date_precision, old.status)
    is distinct from (new.starts_at, new.ends_at, new.date_precision, new.status)
  )
  execute function public.set_dated_at();

create trigger note_past_edition after update on public.events
  for each row
  when (
    old.over_at is distinct from new.over_at
    and old.over_at <= now()
    and old.status <> 'postponed'
    and old.dated_at <= now() - interval '1 day'
  )
  execute function public.note_past_edition();

create index resource_likes_of_visitors on public.resource_likes (created_at) where ip_address is not null;
create index contact_messages_handled on public.contact_messages (handled_at) where handled_at is not null;

create function public.purge(p_limit integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  likes integer;
  waitlist integer;
  subscribers integer;
  messages integer;
  failures integer;
  addresses integer;
  requests integer;
  notices integer;
begin
  if p_limit is null or p_limit not between 1 and 10000 then
    raise exception 'purge 1 to 10000 rows of a kind at a time' using errcode = 'invalid_parameter_value';
  end if;

  with due as (
    select l.id from public.resource_likes l
    where l.ip_address is not null and l.created_at <= now() - interval '13 months'
    order by l.created_at
    limit p_limit
    for update skip locked
  )
  update public.resource_likes l
    set ip_address = null, visitor_key = null, retired_at = now()
    from due
    where l.id = due.id;
  get diagnostics likes = row_count;

  with due as (
    select w.id
    from public.waitlist_entries w
    join public.events e on e.id = w.event_id
    where w.created_at <= now() - interval '24 months'
      or (w.suspected_spam and w.created_at <= now() - interval '30 days')
      or coalesce(
        (select min(p.over_at) from public.past_editions p where p.event_id = w.event_id and p.over_at > w.created_at),
        case
          when e.over_at > w.created_at and e.status <> 'postponed' and e.dated_at <= now() - interval '1 day' then e.over_at
        end
      ) <= now() - interval '90 days'
    limit p_limit
    for update of w skip locked
  )
  delete from public.waitlist_entries w using due where w.id = due.id;
  get diagnostics waitlist = row_count;

  with due as (
    select s.id from public.newsletter_subscribers s
    where s.suspected_spam and s.created_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from public.newsletter_subscribers s using due where s.id = due.id;
  get diagnostics subscribers = row_count;

  with due as (
    select m.id from public.contact_messages m
    where m.handled_at <= now() - interval '12 months'
      or (m.suspected_spam and m.created_at <= now() - interval '30 days')
      or (m.status = 'spam' and m.updated_at <= now() - interval '30 days')
    limit p_limit
    for update skip locked
  )
  delete from public.contact_messages m using due where m.id = due.id;
  get diagnostics messages = row_count;

  with due as (
    select f.id from public.sign_in_failures f
    where f.at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.sign_in_failures f using due where f.id = due.id;
  get diagnostics failures = row_count;

  with due as (
    select k.account_key, k.address_key from public.known_addresses k
    where k.last_used_at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from public.known_addresses k using due where (k.account_key, k.address_key) = (due.account_key, due.address_key);
  get diagnostics addresses = row_count;

  with due as (
    select r.email_key from public.newsletter_requests r
    where r.last_asked_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.newsletter_requests r using due where r.email_key = due.email_key;
  get diagnostics requests = row_count;

  -- What goes with an entry leaves with it; only notices stand alone.
  with due as (
    select o.id from public.outbox o
    where o.waitlist_entry_id is null and o.created_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from public.outbox o using due where o.id = due.id;
  get diagnostics notices = row_count;

  return jsonb_build_object(
    'likes', likes,
    'waitlist_entries', waitlist,
    'newsletter_subscribers', subscribers,
    'contact_messages', messages,
    'sign_in_failures', failures,
    'known_addresses', addresses,
    'newsletter_requests', requests,
    'notices', notices
  );
end;
$$;

comment on function public.purge(integer) is
  'Removes what has been kept long enough, up to p_limit rows of each kind, and answers how many of each: call it again while there are any. '
  'Visitors'' keys of likes after 13 months (the like stays counted); waitlist entries 90 days after the edition waited for is over (a '
  'postponed one is not), 24 months at most; handled messages after 12 months; spam after 30 days; sign-in failures and what the newsletter '
  'provider said after 24 hours; known addresses 90 days after their last use; notices after 30 days.';

revoke all on function public.purge(integer) from public, anon, authenticated, service_role;
grant execute on function public.purge(integer) to service_role;
