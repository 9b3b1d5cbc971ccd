create function public.education_page(
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
            'likes_count', (select count(*) from public.resource_likes l where l.resource_id = r.id),
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

comment on function public.education_page(text, text, integer, text, text) is
  'All that one page of /education shows, in one round trip: active tabs, the tab shown, 24 published resources with '
  'their likes, and whether the reader likes them. A search looks for every word in all active tabs.';

revoke all on function public.education_page(text, text, integer, text, text) from public, anon, authenticated, service_role;
grant execute on function public.education_page(text, text, integer, text, text) to anon, authenticated;
