-- For admins: returns what they may read that contains every word of p_query, by kind, at most 20 of each, last changed
-- first: {kind: {total, rows: [{id, title, note, above}]}}; above: for a talk and an entry, the id of its event.
create function public.admin_search(p_query text) returns jsonb
language plpgsql
stable
as $$
declare
  most constant integer := 20;
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(public.fold(left(coalesce(p_query, ''), 200)), '\s+') as word
    where word <> ''
  );
begin
  if not public.is_admin() then
    raise exception 'only admins search what admins read' using errcode = 'insufficient_privilege';
  end if;
  return (
    with found as (
      select 'event' as kind, e.id, e.title, e.place as note, null::text as above, e.updated_at as at
        from public.events e
        where e.search_text like all (patterns)
      union all
      select 'place', p.id, p.name, p.in_words, null, p.updated_at
        from public.places p
        where public.fold(p.in_words || ' ' || p.key) like all (patterns)
      union all
      select 'series', s.id, s.name, '', null, s.updated_at
        from public.series s
        where public.fold(s.name || ' ' || s.key) like all (patterns)
      union all
      select 'talk', t.id, t.title, e.title, e.id::text, t.updated_at
        from public.talks t
        join public.events e on e.id = t.event_id
        where public.fold(t.title) like all (patterns)
      union all
      select 'article', a.id, r.title, '/' || a.slug, null, a.updated_at
        from public.articles a
        join public.article_revisions r on r.article_id = a.id and r.number = a.revision
        where a.trashed_at is null and public.fold(r.title || ' ' || a.slug) like all (patterns)
      union all
      select 'issue', i.id, i.subject, i.preview_text, null, i.updated_at
        from public.newsletter_issues i
        where public.fold(i.subject || ' ' || i.slug) like all (patterns)
      union all
      select 'resource', r.id, r.title, t.label, null, r.updated_at
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        where r.deleted_at is null and r.search_text like all (patterns)
      union all
      select 'entry', w.id, w.name, w.email || ', ' || e.title, e.id::text, w.created_at
        from public.waitlist_entries w
        join public.events e on e.id = w.event_id
        where w.search_text like all (patterns)
      union all
      select 'subscriber', n.id, n.email, '', null, n.created_at
        from public.newsletter_subscribers n
        where n.search_text like all (patterns)
      union all
      select 'message', m.id, m.name, m.email, null, m.created_at
        from public.contact_messages m
        where m.search_text like all (patterns)
    ),
    placed as (
      select
        f.*,
        count(*) over (partition by f.kind) as total,
        row_number() over (partition by f.kind order by f.at desc, f.id) as place
      from found f
      where cardinality(patterns) > 0
    )
    select coalesce(jsonb_object_agg(k.kind, jsonb_build_object('total', k.total, 'rows', k.rows)), '{}')
    from (
      select p.kind, max(p.total) as total,
        jsonb_agg(
          jsonb_build_object('id', p.id, 'title', p.title, 'note', p.note, 'above', p.above) order by p.place
        ) as rows
      from placed p
      where p.place <= most
      group by p.kind
    ) k
  );
end;
$$;

-- for admins: reads what they may read
grant execute on function public.admin_search to authenticated;
