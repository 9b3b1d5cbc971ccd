-- Returns everything that one page of /education shows, in one round trip: active tabs, the tab shown, 24 published
-- resources with their likes, whether the reader likes them, and whether their page is gone; and for each former key of
-- an active tab, its current key. A search requires every word and covers all active tabs. p_sort: newest, liked, or
-- the order set by admins; p_tag: only resources with this tag, compared after folding.
create function public.education_page(
  p_tab text default 'resources',
  p_search text default '',
  p_page integer default 1,
  p_visitor_key text default null,
  p_ip_key text default null,
  p_sort text default 'order',
  p_tag text default ''
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
  is_search constant boolean := btrim(coalesce(p_search, '')) <> '';
  tag constant text := btrim(public.fold(left(coalesce(p_tag, ''), 100)));
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
    (
      array_agg(
        t.tab_key
        order by t.tab_key = coalesce(p_tab, '') desc, t.tab_key = 'resources' desc, t.display_order, t.label, t.id
      )
    )[1]
    into tabs, shown_tab
    from public.education_tabs t
    where t.is_active;

  if not is_search and tag = '' and coalesce(p_sort, '') not in ('newest', 'liked') then
    total := coalesce((select c.resources from private.education_tab_counts c where c.tab_key = shown_tab), 0);
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
      from regexp_split_to_table(public.fold(left(coalesce(p_search, ''), 200)), '\s+') as word
      where word <> ''
    );
    with found as materialized (
      select r.id, r.display_order, r.title,
        case when p_sort = 'newest' then r.created_at end as added_at,
        case when p_sort = 'liked' then (
          select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id
        ) end as likes
      from public.education_resources r
      where r.is_published
        and r.deleted_at is null
        and r.search_text like all (patterns)
        and (tag = '' or tag = any (r.folded_tags))
        and r.tab_key = any (
          array(
            select t.tab_key from public.education_tabs t where t.is_active and (is_search or t.tab_key = shown_tab)
          )
        )
    ),
    counted as (
      select
        n::integer,
        least(greatest(coalesce(p_page, 1), 1), greatest(1, (n + page_size - 1) / page_size))::integer as page
      from (select count(*) as n from found) all_of_them
    )
    select c.n, c.page, array(
      select f.id
      from found f
      order by f.likes desc, f.added_at desc, f.display_order, f.title, f.id
      limit page_size offset (c.page - 1) * page_size
    ) into total, page, shown
    from counted c;
  end if;

  if reader is not null then
    liked := array(
      select l.resource_id from public.resource_likes l where l.resource_id = any (shown) and l.user_id = reader
    );
  elsif p_visitor_key is not null then
    liked := array(
      select l.resource_id
      from public.resource_likes l
      where l.resource_id = any (shown) and l.visitor_key = p_visitor_key
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
      from private.education_tab_old_keys k
      join public.education_tabs t on t.id = k.tab_id
      where t.is_active
    ),
    'resources', private.resource_cards(shown, liked)
  );
end;
$$;

-- for members: reads what visitors see of the library
grant execute on function public.education_page to anon, authenticated;
