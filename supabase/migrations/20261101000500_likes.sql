create table public.resource_likes (
  id bigint generated always as identity primary key,
  resource_id uuid not null references public.education_resources (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  ip_address text
    constraint ip_address_is_a_digest check (ip_address ~ '^[0-9a-f]{32}$'),
  visitor_key text
    constraint visitor_key_is_a_digest check (visitor_key ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  constraint a_like_is_a_persons_or_a_visitors_or_retired check (
    case
      when retired_at is not null then num_nonnulls(user_id, ip_address, visitor_key) = 0
      when user_id is not null then num_nonnulls(ip_address, visitor_key) = 0
      else ip_address is not null
    end
  ),
  constraint one_like_per_person unique (resource_id, user_id),
  constraint one_like_per_visitor unique (resource_id, visitor_key)
);

comment on table public.resource_likes is 'Likes. No API role reads them; education_page counts them and set_like writes them.';
comment on column public.resource_likes.ip_address is 'Keyed digest of the address, 32 hex digits, never the address itself.';
comment on column public.resource_likes.visitor_key is 'Keyed digest of the visitor cookie, 32 hex digits; null without a cookie.';
comment on column public.resource_likes.retired_at is 'When retention took the keys away; the like stays counted.';

create unique index one_like_per_address on public.resource_likes (resource_id, ip_address)
  where user_id is null and visitor_key is null;
create index resource_likes_of_an_address on public.resource_likes (resource_id, ip_address, created_at);
create index resource_likes_of_a_person on public.resource_likes (user_id) where user_id is not null;

alter table public.resource_likes enable row level security;
revoke all on public.resource_likes from public, anon, authenticated, service_role;

create function public.set_like(
  p_resource uuid,
  p_intent text,
  p_user_id uuid default null,
  p_visitor_key text default null,
  p_ip_key text default null
) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_intent is null or p_intent not in ('like', 'unlike') then
    raise exception 'the intent is like or unlike' using errcode = 'invalid_parameter_value';
  end if;
  if p_user_id is null and (p_ip_key is null or p_ip_key !~ '^[0-9a-f]{32}$' or p_visitor_key !~ '^[0-9a-f]{32}$') then
    raise exception 'a visitor is named by keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

  -- The lock keeps the resource from being deleted before the like is written.
  perform from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key
    where r.id = p_resource and r.is_published and t.is_active
    for key share of r;
  if not found then
    return 'not-found';
  end if;

  if p_intent = 'unlike' then
    delete from public.resource_likes l
      where l.resource_id = p_resource
        and case
          when p_user_id is not null then l.user_id = p_user_id
          when p_visitor_key is not null then l.visitor_key = p_visitor_key
          else l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
        end;
    return 'unliked';
  end if;

  if p_user_id is not null then
    insert into public.resource_likes (resource_id, user_id) values (p_resource, p_user_id) on conflict do nothing;
    return 'liked';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('like ' || p_resource || ' ' || p_ip_key, 0));
  perform from public.resource_likes l
    where l.resource_id = p_resource
      and case
        when p_visitor_key is not null then l.visitor_key = p_visitor_key
        else l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
      end;
  if found then
    return 'liked';
  end if;

  if (
    select count(*) >= 50 from public.resource_likes l
    where l.resource_id = p_resource and l.ip_address = p_ip_key and l.created_at > now() - interval '24 hours'
  ) then
    return 'too-many';
  end if;

  insert into public.resource_likes (resource_id, ip_address, visitor_key)
    values (p_resource, p_ip_key, p_visitor_key)
    on conflict do nothing;
  return 'liked';
end;
$$;

comment on function public.set_like(uuid, text, uuid, text, text) is
  'Adds (like) or takes back (unlike) the like of a person, of a visitor''s cookie, or of an address, in this order. '
  'Answers liked, unliked, not-found, or too-many: 50 anonymous likes of one resource from one address in 24 hours.';

revoke all on function public.set_like(uuid, text, uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.set_like(uuid, text, uuid, text, text) to service_role;
