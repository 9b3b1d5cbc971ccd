-- Likes of one resource are counted in 16 rows, and so are those of a day: a like keeps one of them locked while its commit
-- waits for the disk, and the likes that meet at the other fifteen go on.
lock table public.resource_likes in share row exclusive mode;

create function public.shard_of(p_like bigint) returns smallint
language sql
immutable
return (p_like % 16)::smallint;

comment on function public.shard_of(bigint) is
  'Which of the 16 counters of its resource and of its day counts a like. A like keeps its id for good, so that what it added is taken from the same row and no counter is ever below 0.';

revoke all on function public.shard_of(bigint) from public, anon, authenticated, service_role;

alter table public.resource_like_counts
  add column shard smallint not null default 0 check (shard between 0 and 15),
  drop constraint resource_like_counts_pkey,
  add primary key (resource_id, shard);
alter table public.resource_like_counts alter column shard drop default;
comment on table public.resource_like_counts is
  'Number of rows of resource_likes per resource, in 16 parts that are added up on reading. Kept by triggers, because a million rows are too many to count for a list.';
comment on column public.resource_like_counts.shard is 'shard_of the likes counted here.';

delete from public.resource_like_counts;
insert into public.resource_like_counts (resource_id, shard, likes)
  select l.resource_id, public.shard_of(l.id), count(*) from public.resource_likes l group by 1, 2;

alter table public.daily_totals
  add column shard smallint not null default 0 check (shard between 0 and 15),
  drop constraint daily_totals_pkey,
  add primary key (day, kind, shard);
comment on column public.daily_totals.shard is
  'shard_of the likes counted here; days before there were shards have 0, and so have the other kinds.';

-- An unlike of today takes one from the part of its like.
insert into public.daily_totals (day, kind, shard, total)
  select (l.created_at at time zone 'Pacific/Honolulu')::date, 'like', public.shard_of(l.id), count(*)
  from public.resource_likes l
  where l.created_at >= date_trunc('day', now(), 'Pacific/Honolulu') and public.shard_of(l.id) <> 0
  group by 1, 2, 3;
update public.daily_totals d
  set total = d.total - parts.total
  from (select p.day, p.kind, sum(p.total) as total from public.daily_totals p where p.shard <> 0 group by 1, 2) parts
  where d.day = parts.day and d.kind = parts.kind and d.shard = 0;

create or replace function public.count_likes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.resource_like_counts as counted (resource_id, shard, likes)
      select n.resource_id, public.shard_of(n.id), count(*) from new_rows n group by 1, 2 order by 1, 2
      on conflict (resource_id, shard) do update set likes = counted.likes + excluded.likes;
  else
    -- In one order, so that two of them never wait for each other.
    perform from public.resource_like_counts c
      where (c.resource_id, c.shard) in (select o.resource_id, public.shard_of(o.id) from old_rows o)
      order by c.resource_id, c.shard
      for update;
    update public.resource_like_counts c
      set likes = c.likes - gone.likes
      from (
        select o.resource_id, public.shard_of(o.id) as shard, count(*) as likes from old_rows o group by 1, 2
      ) gone
      where c.resource_id = gone.resource_id and c.shard = gone.shard;
  end if;
  return null;
end;
$$;

create or replace function public.count_day() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_argv[0] = 'like' then
    insert into public.daily_totals as counted (day, kind, shard, total)
      select (n.created_at at time zone 'Pacific/Honolulu')::date, tg_argv[0], public.shard_of(n.id), count(*)
      from new_rows n
      group by 1, 3
      order by 1, 3
      on conflict (day, kind, shard) do update set total = counted.total + excluded.total;
  else
    insert into public.daily_totals as counted (day, kind, total)
      select (n.created_at at time zone 'Pacific/Honolulu')::date, tg_argv[0], count(*)
      from new_rows n
      where not n.suspected_spam
      group by 1
      order by 1
      on conflict (day, kind, shard) do update set total = counted.total + excluded.total;
  end if;
  return null;
end;
$$;

create or replace function public.set_like(
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
declare
  liked record;
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
    where r.id = p_resource and r.is_published and r.deleted_at is null and t.is_active
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
        end
      returning (l.created_at at time zone 'Pacific/Honolulu')::date as day, public.shard_of(l.id) as shard into liked;
    update public.daily_totals d
      set total = d.total - 1
      where d.kind = 'like'
        and d.day = liked.day
        and d.shard = liked.shard
        and d.day = (now() at time zone 'Pacific/Honolulu')::date
        and d.total > 0;
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
  'Answers liked, unliked, not-found, or too-many: 50 anonymous likes of one resource from one address in 24 hours. '
  'What is answered is on the disk.';

create or replace function public.education_page(
  p_tab text default 'resources',
  p_search text default '',
  p_page integer default 1,
  p_visitor_key text default null,
  p_ip_key text default null
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  page_size constant integer := 24;
  reader constant uuid := auth.uid();
  tabs jsonb;
  shown_tab text;
  patterns text[];
  total integer;
  page integer;
  shown uuid[];
  liked uuid[] := '{}';
begin
  select
    coalesce(
      jsonb_agg(jsonb_build_object('tab_key', t.tab_key, 'label', t.label) order by t.display_order, t.label, t.id),
      '[]'
    ),
    (array_agg(t.tab_key order by t.tab_key = coalesce(p_tab, '') desc, t.tab_key = 'resources' desc, t.display_order, t.label, t.id))[1]
    into tabs, shown_tab
    from public.education_tabs t
    where t.is_active;

  if btrim(coalesce(p_search, '')) = '' then
    total := coalesce((select c.resources from public.education_tab_counts c where c.tab_key = shown_tab), 0);
    page := least(greatest(coalesce(p_page, 1), 1), greatest(1, (total + page_size - 1) / page_size));
    shown := array(
      select r.id
      from public.education_resources r
      where r.tab_key = shown_tab and r.is_published and r.deleted_at is null
      order by r.tab_key, r.display_order, r.title, r.id
      limit page_size offset (page - 1) * page_size
    );
  else
    patterns := array(
      select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(public.fold(left(p_search, 200)), '\s+') as word
      where word <> ''
    );
    with found as materialized (
      select r.id, r.display_order, r.title
      from public.education_resources r
      where r.is_published
        and r.deleted_at is null
        and r.search_text like all (patterns)
        and r.tab_key = any (array(select t.tab_key from public.education_tabs t where t.is_active))
    ),
    counted as (
      select n::integer, least(greatest(coalesce(p_page, 1), 1), greatest(1, (n + page_size - 1) / page_size))::integer as page
      from (select count(*) as n from found) all_of_them
    )
    select c.n, c.page, array(
      select f.id from found f order by f.display_order, f.title, f.id limit page_size offset (c.page - 1) * page_size
    ) into total, page, shown
    from counted c;
  end if;

  if reader is not null then
    liked := array(select l.resource_id from public.resource_likes l where l.resource_id = any (shown) and l.user_id = reader);
  elsif p_visitor_key is not null then
    liked := array(
      select l.resource_id from public.resource_likes l where l.resource_id = any (shown) and l.visitor_key = p_visitor_key
    );
  elsif p_ip_key is not null then
    liked := array(
      select l.resource_id from public.resource_likes l
      where l.resource_id = any (shown) and l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
    );
  end if;

  return jsonb_build_object(
    'tabs', tabs,
    'tab', shown_tab,
    'total', total,
    'page', page,
    'pages', greatest(1, (total + page_size - 1) / page_size),
    'renamed', (
      select coalesce(jsonb_object_agg(k.tab_key, t.tab_key), '{}')
      from public.education_tab_old_keys k
      join public.education_tabs t on t.id = k.tab_id
      where t.is_active
    ),
    'resources', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', r.id,
            'tab_key', r.tab_key,
            'title', r.title,
            'description', r.description,
            'url', r.url,
            'icon_name', r.icon_name,
            'resource_type', r.resource_type,
            'likes_count', (select coalesce(sum(c.likes), 0) from public.resource_like_counts c where c.resource_id = r.id),
            'user_has_liked', r.id = any (liked)
          )
          order by s.place
        ),
        '[]'
      )
      from unnest(shown) with ordinality as s (id, place)
      join public.education_resources r on r.id = s.id
    )
  );
end;
$$;

create or replace function public.admin_resource(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may see drafts' using errcode = 'insufficient_privilege';
  end if;
  return (
    select to_jsonb(r) || jsonb_build_object(
      'likes_count', (select coalesce(sum(c.likes), 0) from public.resource_like_counts c where c.resource_id = r.id),
      'twin', public.resource_at(r.url, r.id)
    )
    from public.education_resources r
    where r.id = p_id
  );
end;
$$;

create or replace function public.admin_resources(
  p_tab text default '',
  p_search text default '',
  p_state text default '',
  p_sort text default 'order',
  p_page integer default 1
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  page_size constant integer := 50;
  words constant text[] := array_remove(regexp_split_to_array(public.fold(left(coalesce(p_search, ''), 200)), '\s+'), '');
  total integer;
  pages integer;
  page integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may list drafts' using errcode = 'insufficient_privilege';
  end if;

  select count(*) into total
    from public.education_resources r
    where (coalesce(p_tab, '') = '' or r.tab_key = p_tab)
      and case coalesce(p_state, '')
        when 'published' then r.deleted_at is null and r.is_published
        when 'draft' then r.deleted_at is null and not r.is_published
        when 'deleted' then r.deleted_at is not null
        else r.deleted_at is null
      end
      and not exists (select from unnest(words) as word where strpos(r.search_text, word) = 0);

  pages := greatest(1, (total + page_size - 1) / page_size);
  page := least(greatest(coalesce(p_page, 1), 1), pages);

  return jsonb_build_object(
    'total', total,
    'page', page,
    'pages', pages,
    'rows', (
      select coalesce(
        jsonb_agg(
          to_jsonb(r) || jsonb_build_object(
            'likes_count', (select coalesce(sum(c.likes), 0) from public.resource_like_counts c where c.resource_id = r.id)
          )
          order by shown.place
        ),
        '[]'
      )
      from (
        select r.id, row_number() over (
          order by
            case when p_sort = 'likes' then (
              select coalesce(sum(c.likes), 0) from public.resource_like_counts c where c.resource_id = r.id
            ) end desc,
            case when p_sort = 'newest' then r.created_at end desc,
            case when p_sort = 'title' then r.search_text end collate "C",
            t.display_order, t.label, t.id, r.display_order, r.title, r.id
        ) as place
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        where (coalesce(p_tab, '') = '' or r.tab_key = p_tab)
          and case coalesce(p_state, '')
            when 'published' then r.deleted_at is null and r.is_published
            when 'draft' then r.deleted_at is null and not r.is_published
            when 'deleted' then r.deleted_at is not null
            else r.deleted_at is null
          end
          and not exists (select from unnest(words) as word where strpos(r.search_text, word) = 0)
        order by place
        limit page_size offset (page - 1) * page_size
      ) shown
      join public.education_resources r on r.id = shown.id
    )
  );
end;
$$;

create or replace function public.analytics(p_days integer default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'Pacific/Honolulu')::date;
  first_day date;
begin
  if not public.is_admin() then
    raise exception 'only admins may read the totals' using errcode = 'insufficient_privilege';
  end if;
  if p_days not between 1 and 3660 then
    raise exception 'ask for 1 to 3660 days' using errcode = 'invalid_parameter_value';
  end if;

  if p_days is null then
    select least(min(d.day), today) into first_day from public.daily_totals d where d.total > 0;
  else
    first_day := today - p_days + 1;
  end if;

  return jsonb_build_object(
    'since', first_day,
    'until', today,
    'days', (
      select jsonb_agg(
        jsonb_build_object(
          'day', days.day,
          'likes', days.likes,
          'waitlist', days.waitlist,
          'subscriptions', days.subscriptions,
          'messages', days.messages
        )
        order by days.day
      )
      from (
        select
          first_day + n as day,
          coalesce(sum(d.total) filter (where d.kind = 'like'), 0) as likes,
          coalesce(sum(d.total) filter (where d.kind = 'waitlist'), 0) as waitlist,
          coalesce(sum(d.total) filter (where d.kind = 'subscription'), 0) as subscriptions,
          coalesce(sum(d.total) filter (where d.kind = 'message'), 0) as messages
        from generate_series(0, today - first_day) n
        left join public.daily_totals d on d.day = first_day + n
        group by n
      ) days
    ),
    'top', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', top.id, 'title', top.title, 'likes', top.likes) order by top.likes desc, top.title, top.id),
        '[]'
      )
      from (
        select r.id, r.title, counted.likes
        from (
          select c.resource_id, sum(c.likes) as likes
          from public.resource_like_counts c
          where p_days is null and c.likes > 0
          group by c.resource_id
          union all
          select l.resource_id, count(*)
          from public.resource_likes l
          where p_days is not null and l.created_at >= first_day::timestamp at time zone 'Pacific/Honolulu'
          group by l.resource_id
        ) counted
        join public.education_resources r on r.id = counted.resource_id
        where r.deleted_at is null
        order by counted.likes desc, r.title, r.id
        limit 10
      ) top
    )
  );
end;
$$;
