alter table public.education_resources add column deleted_at timestamptz;

comment on column public.education_resources.deleted_at is 'When an admin deleted it; null again when the deletion is undone.';

grant update (deleted_at) on public.education_resources to authenticated;

alter policy "Visitors read published resources of active tabs" on public.education_resources
  using (
    is_published
    and deleted_at is null
    and tab_key in (select education_tabs.tab_key from public.education_tabs where education_tabs.is_active)
  );

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
  liked_on date;
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
      returning (l.created_at at time zone 'Pacific/Honolulu')::date into liked_on;
    update public.daily_totals d
      set total = d.total - 1
      where d.kind = 'like'
        and d.day = liked_on
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
as $$
declare
  page_size constant integer := 24;
  reader constant uuid := auth.uid();
  searching constant boolean := btrim(coalesce(p_search, '')) <> '';
  words constant text[] := array_remove(regexp_split_to_array(public.fold(left(coalesce(p_search, ''), 200)), '\s+'), '');
  shown_tab text;
  total integer;
  pages integer;
  page integer;
begin
  select t.tab_key into shown_tab
    from public.education_tabs t
    where t.is_active
    order by t.tab_key = coalesce(p_tab, '') desc, t.tab_key = 'resources' desc, t.display_order, t.label, t.id
    limit 1;

  select count(*) into total
    from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key
    where r.is_published
      and r.deleted_at is null
      and t.is_active
      and (searching or r.tab_key = shown_tab)
      and not exists (select from unnest(words) as word where strpos(r.search_text, word) = 0);

  pages := greatest(1, (total + page_size - 1) / page_size);
  page := least(greatest(coalesce(p_page, 1), 1), pages);

  return jsonb_build_object(
    'tabs', (
      select coalesce(
        jsonb_agg(jsonb_build_object('tab_key', t.tab_key, 'label', t.label) order by t.display_order, t.label, t.id),
        '[]'
      )
      from public.education_tabs t
      where t.is_active
    ),
    'tab', shown_tab,
    'total', total,
    'page', page,
    'pages', pages,
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
            'likes_count', coalesce((select c.likes from public.resource_like_counts c where c.resource_id = r.id), 0),
            'user_has_liked', case
              when reader is not null then exists (
                select from public.resource_likes l where l.resource_id = r.id and l.user_id = reader
              )
              when p_visitor_key is not null then exists (
                select from public.resource_likes l where l.resource_id = r.id and l.visitor_key = p_visitor_key
              )
              when p_ip_key is not null then exists (
                select from public.resource_likes l
                where l.resource_id = r.id and l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
              )
              else false
            end
          )
          order by r.display_order, r.title, r.id
        ),
        '[]'
      )
      from (
        select r.*
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        where r.is_published
          and r.deleted_at is null
          and t.is_active
          and (searching or r.tab_key = shown_tab)
          and not exists (select from unnest(words) as word where strpos(r.search_text, word) = 0)
        order by r.display_order, r.title, r.id
        limit page_size offset (page - 1) * page_size
      ) r
    )
  );
end;
$$;

create function public.admin_resources(
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
        jsonb_agg(to_jsonb(r) || jsonb_build_object('likes_count', shown.likes) order by shown.place),
        '[]'
      )
      from (
        select r.id, coalesce(c.likes, 0) as likes, row_number() over (
          order by
            case when p_sort = 'likes' then coalesce(c.likes, 0) end desc,
            case when p_sort = 'newest' then r.created_at end desc,
            case when p_sort = 'title' then r.search_text end collate "C",
            t.display_order, t.label, t.id, r.display_order, r.title, r.id
        ) as place
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        left join public.resource_like_counts c on c.resource_id = r.id
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

comment on function public.admin_resources(text, text, text, text, integer) is
  'A page of 50 resources for admins, with their likes: of one tab or all (), published, draft, deleted or all but deleted (), sorted '
  'by order, title, likes or newest. A search looks for every word in title and description.';

revoke all on function public.admin_resources(text, text, text, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.admin_resources(text, text, text, text, integer) to authenticated;
