-- For admins: returns a page of 50 articles and guides of a state (all except those in the trash if it is empty) whose
-- title or address contains all search words, last changed first: {total, page, pages, rows: [{id, kind, slug, title,
-- state, published_at, updated_at, is_ahead}]}. is_ahead: the latest text is not the published one.
create function public.admin_articles(p_state text, p_search text, p_page integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  per_page constant integer := 50;
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(public.fold(left(p_search, 200)), '\s+') as word
    where word <> ''
  );
begin
  perform private.require_admin();
  return (
    with known as (
      select
        a.id,
        a.kind,
        a.slug,
        r.title,
        private.state_of_article(a.published_at, a.trashed_at) as state,
        a.published_at,
        a.updated_at,
        coalesce(a.revision > a.published_revision, false) as is_ahead
      from public.articles a
      join public.article_revisions r on r.article_id = a.id and r.number = a.revision
    ),
    found as (
      select * from known k
      where case when coalesce(p_state, '') = '' then k.state <> 'trashed' else k.state = p_state end
        and public.fold(k.title || ' ' || k.slug) like all (patterns)
    ),
    counted as (
      select count(*)::integer as total, case when (p_page - 1) * per_page < count(*) then p_page else 1 end as page
      from found
    ),
    shown as (
      select * from found f
      order by f.updated_at desc, f.id
      limit per_page offset ((select page from counted) - 1) * per_page
    )
    select jsonb_build_object(
      'total', counted.total,
      'page', counted.page,
      'pages', greatest(1, (counted.total + per_page - 1) / per_page),
      'rows', (select coalesce(jsonb_agg(to_jsonb(s) order by s.updated_at desc, s.id), '[]') from shown s)
    )
    from counted
  );
end;
$$;

-- for admins: reads the list of articles
grant execute on function public.admin_articles to authenticated;
