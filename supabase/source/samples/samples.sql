-- For admins: returns the remaining samples, {events: [{id, key, title, people}], recaps, issues, series, places,
-- programmes, likes, people}; an event's people are those on its waitlist who exist, the others are samples.
create function public.samples() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', e.id,
            'key', e.key,
            'title', e.title,
            'people', (
              select count(*) from public.waitlist_entries w where w.event_id = e.id and private.has_signed_up(w)
            )
          )
          order by e.starts_at, e.key
        ),
        '[]'
      )
      from private.samples s
      join public.events e on e.id = s.event_id
    ),
    'recaps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.starts_at, e.key), '[]')
      from private.samples s
      join public.events e on e.id = s.recap_of
    ),
    'issues', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'subject', i.subject) order by i.number), '[]')
      from private.samples s
      join public.newsletter_issues i on i.id = s.issue_id
    ),
    'series', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
      from private.samples s
      join public.series g on g.id = s.series_id
    ),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
      from private.samples s
      join public.places p on p.id = s.place_id
    ),
    'programmes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.starts_at, e.key), '[]')
      from private.samples s
      join public.events e on e.id = s.programme_of
    ),
    'likes', (select count(*) from private.samples s where s.like_id is not null),
    'people', (select count(*) from private.samples s where s.entry_id is not null)
  );
end;
$$;

-- for admins: reads which events, recaps, issues, series, places, programs, likes and people are samples
grant execute on function public.samples to authenticated;
