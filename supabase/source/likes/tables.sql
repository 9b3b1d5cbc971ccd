create table public.resource_likes (
  id bigint generated always as identity primary key,
  resource_id uuid not null,
  user_id uuid,
  ip_address public.keyed_digest,
  visitor_key public.keyed_digest,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  network_key public.keyed_digest,
  constraint one_like_per_person unique (resource_id, user_id),
  constraint one_like_per_visitor unique (visitor_key, resource_id),
  constraint a_like_is_a_persons_or_a_visitors_or_retired check (
case
    when retired_at is not null then num_nonnulls(user_id, ip_address, visitor_key, network_key) = 0
    when user_id is not null then num_nonnulls(ip_address, visitor_key, network_key) = 0
    else ip_address is not null
end)
);

comment on table public.resource_likes is
  'Likes. No API role reads them; education_page counts them and set_like writes them.';
comment on column public.resource_likes.ip_address is
  'Keyed digest of the IP address, 32 hex digits, never the address itself.';
comment on column public.resource_likes.visitor_key is
  'Keyed digest of the visitor cookie, 32 hex digits; null without a cookie.';
comment on column public.resource_likes.network_key is
  'Keyed digest of the network (far), within which anonymous likes are counted.';
comment on column public.resource_likes.retired_at is 'When retention removed the keys; the like still counts.';

create unique index one_like_per_address on public.resource_likes (resource_id, ip_address)
  where user_id is null and visitor_key is null;
create index resource_likes_by_time on public.resource_likes (created_at, resource_id);
create index resource_likes_of_a_person on public.resource_likes (user_id) where user_id is not null;
create index resource_likes_of_an_address on public.resource_likes (resource_id, ip_address, created_at);
create index resource_likes_of_a_network on public.resource_likes (resource_id, network_key, created_at);
create index resource_likes_of_visitors on public.resource_likes (created_at) where ip_address is not null;

alter table public.resource_likes enable row level security;


create table private.resource_like_counts (
  resource_id uuid not null,
  likes integer not null,
  shard smallint not null,
  constraint resource_like_counts_pkey primary key (resource_id, shard),
  constraint resource_like_counts_likes_check check (likes >= 0),
  constraint resource_like_counts_shard_check check (shard between 0 and 15)
);

comment on table private.resource_like_counts is
  'Number of rows of resource_likes per resource, in 16 shards that are summed on reading. Kept by triggers,'
  ' because a million rows are too many to count for a list.';
comment on column private.resource_like_counts.shard is 'Result of shard_of for the likes counted here.';

alter table private.resource_like_counts enable row level security;
