create table public.newsletter_requests (
  email_key text primary key
    constraint email_key_is_a_digest check (email_key ~ '^[0-9a-f]{32}$'),
  asked_at timestamptz[] not null
    constraint asked_at_most_3_times check (cardinality(asked_at) between 1 and 3),
  last_asked_at timestamptz not null default now(),
  last_outcome jsonb
    constraint last_outcome_is_short check (octet_length(last_outcome::text) <= 2000)
);

comment on table public.newsletter_requests is
  'How often the newsletter provider was asked about an address within 24 hours, and what it said. Keyed digests, no addresses; of no use '
  'after a day.';
comment on column public.newsletter_requests.last_outcome is 'Null while no answer has come.';

create index newsletter_requests_by_time on public.newsletter_requests (last_asked_at);

create table public.newsletter_pause (
  only_row boolean primary key default true check (only_row),
  ends_at timestamptz not null
);

comment on table public.newsletter_pause is 'Until when the newsletter provider wants no requests, in one row.';

alter table public.newsletter_requests enable row level security;
alter table public.newsletter_pause enable row level security;
revoke all on public.newsletter_requests, public.newsletter_pause from public, anon, authenticated, service_role;

create function public.begin_newsletter_request(p_email_key text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.newsletter_pause p where p.ends_at > now()) then
    return jsonb_build_object('allowed', false, 'paused', true, 'last', null);
  end if;

  insert into public.newsletter_requests as r (email_key, asked_at) values (p_email_key, array[now()])
    on conflict (email_key) do update
    set asked_at = array(select t from unnest(r.asked_at) t where t > now() - interval '24 hours' order by t) || now(),
      last_asked_at = now(),
      last_outcome = case when r.last_asked_at > now() - interval '24 hours' then r.last_outcome end
    where (select count(*) from unnest(r.asked_at) t where t > now() - interval '24 hours') < 3;
  if found then
    return jsonb_build_object('allowed', true, 'paused', false, 'last', null);
  end if;
  return jsonb_build_object(
    'allowed', false,
    'paused', false,
    'last', (select r.last_outcome from public.newsletter_requests r where r.email_key = p_email_key)
  );
end;
$$;

comment on function public.begin_newsletter_request(text) is
  'Whether the newsletter provider may be asked about an address, which is counted: 3 times within 24 hours, and never while it is paused. '
  'After the third time: what it said last, null when that is not known.';

create function public.end_newsletter_request(p_email_key text, p_outcome jsonb, p_pause_seconds integer default 0) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_pause_seconds > 0 then
    insert into public.newsletter_pause as p (ends_at)
      values (now() + least(p_pause_seconds * interval '1 second', interval '6 hours'))
      on conflict (only_row) do update set ends_at = greatest(p.ends_at, excluded.ends_at);
  end if;
  update public.newsletter_requests r set last_outcome = p_outcome where r.email_key = p_email_key;
  return found;
end;
$$;

comment on function public.end_newsletter_request(text, jsonb, integer) is
  'Keeps what the newsletter provider said about an address and, with p_pause_seconds (6 hours at most), that it wants no requests for so long.';

revoke all on function public.begin_newsletter_request(text), public.end_newsletter_request(text, jsonb, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.begin_newsletter_request(text), public.end_newsletter_request(text, jsonb, integer) to service_role;
