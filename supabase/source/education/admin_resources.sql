-- Returns a page of 50 resources for admins, with their likes, of one tab or all (empty). p_state: published, draft,
-- deleted, with a link that is moved, gone or unknown, or everything not deleted (empty). p_sort: order, title, likes
-- or newest. A search requires every word in title and description.
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
set jit = off
as $$
declare
  page_size constant integer := 50;
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(public.fold(left(coalesce(p_search, ''), 200)), '\s+') word
    where word <> ''
  );
  total integer;
  pages integer;
  page integer;
begin
  perform private.require_admin();

  select count(*) into total
    from public.education_resources r
    left join private.link_checks k on k.resource_id = r.id and k.url = r.url and k.checked_at is not null
    where private.lists_resource(r, k.state, p_tab, p_state, patterns);

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
            'likes_count', (
              select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id
            ),
            'link', to_jsonb(private.checked_link(r))
          )
          order by shown.place
        ),
        '[]'
      )
      from (
        select r.id, row_number() over (
          order by
            case when p_sort = 'likes' then (
              select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id
            ) end desc,
            case when p_sort = 'newest' then r.created_at end desc,
            case when p_sort = 'title' then r.search_text end collate "C",
            t.display_order, t.label, t.id, r.display_order, r.title, r.id
        ) as place
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        left join private.link_checks k on k.resource_id = r.id and k.url = r.url and k.checked_at is not null
        where private.lists_resource(r, k.state, p_tab, p_state, patterns)
        order by place
        limit page_size offset (page - 1) * page_size
      ) shown
      join public.education_resources r on r.id = shown.id
    )
  );
end;
$$;

-- for admins: reads the list of resources
grant execute on function public.admin_resources to authenticated;
