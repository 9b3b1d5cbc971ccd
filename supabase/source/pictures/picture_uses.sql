-- Returns what shows a picture: [{kind: event, place, speaker, article, guide, issue or site, id, title}]. For
-- articles, the latest and the published text count; for a speaker, whose page is below that of their event, id is the
-- rest of its path.
create function private.picture_uses(p_path text) returns jsonb
language sql
stable
as $$
  select coalesce(jsonb_agg(to_jsonb(u) order by u.kind, u.title, u.id), '[]')
  from (
    select 'event' as kind, e.id::text as id, e.title
      from public.events e
      where private.shows_picture(e.poster_path, p_path)
    union
    select 'place', p.id::text, p.name from public.places p where private.shows_picture(p.picture_path, p_path)
    union
    select 'speaker', s.event_id || '/programme/speakers/' || s.id, s.name
      from public.speakers s
      where private.shows_picture(s.picture_path, p_path)
    union
    select a.kind, a.id::text, r.title
      from public.articles a
      join public.article_revisions r on r.article_id = a.id and r.number in (a.revision, a.published_revision)
      where private.pictures_in(r.markdown, r.picture_path) @> array[substring(p_path from '[0-9a-f]{32}')]
    union
    select 'issue', i.id::text, i.subject
      from public.newsletter_issues i
      where private.shows_picture(i.markdown, p_path)
    union
    select 'site', s.id, '' from public.site_settings s where private.shows_picture(s.settings::text, p_path)
  ) u
$$;
