create function public.read_events(
  p_key text default null,
  p_page integer default null,
  p_series text default null,
  p_meets text default null,
  p_place text default null,
  p_island text default null
) returns json
language plpgsql
stable
as $$
declare
  per_page constant integer := 12;
  wanted uuid[];
  -- Events with tabs and the next ones, which a page may show in full.
  whole uuid[];
  -- Of each series only the next scheduled event, and the next one that is canceled or postponed.
  ahead uuid[];
  past uuid[];
  pages integer;
  page integer;
  answer json;
begin
  if p_page is not null then
    select array_agg(e.id order by e.starts_at desc, e.id) into past
      from public.events e
      where e.over_at <= now() and e.status = 'scheduled' and e.tab_order is null
        and coalesce(e.meets in (p_meets, 'both'), true)
        and (p_island is null or e.meets <> 'online' and e.place_details ->> 'island' = p_island);
    pages := greatest(1, (coalesce(cardinality(past), 0) + per_page - 1) / per_page);
    page := least(greatest(p_page, 1), pages);
    ahead := array(
      select e.id
      from (
        select o.id, o.starts_at, row_number() over (partition by coalesce(o.series_id, o.id), o.status order by o.starts_at, o.id) as number
        from public.events o
        where (o.over_at is null or o.over_at > now() or o.status = 'postponed')
          and coalesce(o.meets in (p_meets, 'both'), true)
          and (p_island is null or o.meets <> 'online' and o.place_details ->> 'island' = p_island)
      ) e
      where e.number = 1
      order by e.starts_at, e.id
      limit 200
    );
    whole := array(select e.id from public.events e where e.tab_order is not null)
      || array(
        select e.id from public.events e
        where e.id = any (ahead) and e.status = 'scheduled'
        order by e.starts_at, e.id
        limit 3
      );
    wanted := whole || past[(page - 1) * per_page + 1:page * per_page] || ahead;
  elsif p_series is not null then
    wanted := array(
      select e.id from public.events e join public.series s on s.id = e.series_id where s.key = p_series order by e.starts_at desc limit 1000
    );
  elsif p_place is not null then
    wanted := array(
      select e.id from public.events e join public.places p on p.id = e.place_id where p.key = p_place order by e.starts_at desc limit 200
    );
  elsif p_key is null then
    wanted := array(
      select e.id from public.events e
      where coalesce(e.meets in (p_meets, 'both'), true)
        and (p_island is null or e.meets <> 'online' and e.place_details ->> 'island' = p_island)
      order by e.starts_at desc
      limit 1000
    );
  else
    wanted := array(select e.id from public.events e where e.key = p_key);
  end if;
  select coalesce(json_agg(shown order by shown.starts_at desc), '[]') into answer
  from (
    select
      e.id, e.key, e.title, e.starts_at, e.ends_at, e.previous_starts_at, e.date_precision, e.over_at, e.time_note, e.place,
      e.place_details, e.place_note, e.attendee_limit, e.summary,
      case
        when p_key is not null or e.id = any (whole) or p_page is null and coalesce(e.over_at > now(), true) then e.about
        else ''
      end as about,
      e.recap, e.recap_url, e.ticket_url, e.to_bring, e.co_hosts, e.poster_path, e.poster_alt, e.poster_width, e.poster_height, e.status, e.tab_order,
      e.tab_label, e.waitlist_closed, e.takes_reservations, e.sign_up_opens_at, e.sign_up_closes_at, e.party_limit,
      e.offer_hours, e.meets, e.online_limit, e.admission,
      -- Null if visitors cannot see the other event.
      case when e.for_people_of is not null then json_build_object('key', m.key, 'title', m.title, 'status', m.status) end as people_of,
      e.sequence, e.created_at, e.updated_at,
      (
        select json_agg(json_build_object('attends', p.attends, 'taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up) order by p.attends desc)
        from public.event_spots p
        where p.event_id = e.id and e.meets in (p.attends, 'both')
      ) as event_spots,
      case
        when p_key is not null or e.id = any (whole) then (
          select coalesce(
            json_agg(
              json_build_object(
                'id', q.id, 'kind', q.kind, 'text', q.text, 'hint', q.hint, 'options', q.options, 'is_required', q.is_required,
                'asked_of', q.asked_of, 'keep', q.keep, 'for_door', q.for_door
              )
              order by q.position
            ),
            '[]'
          )
          from public.event_questions q
          where q.event_id = e.id and q.closed_at is null
        )
      end as questions,
      case when s.id is not null then json_build_object('key', s.key, 'name', s.name, 'about', case when p_series is not null then s.about end) end as series,
      case when p_key is not null then exists (select from public.programmes g where g.id = e.id) end as has_programme,
      case when p_key is not null then public.call_deadline(e.id) end as call_deadline,
      case
        when p_key is not null then (
          select coalesce(json_agg(edition), '[]')
          from (
            select o.key, o.title, o.starts_at, o.ends_at, o.date_precision, o.over_at, o.time_note, o.status, o.created_at
            from public.events o
            where o.series_id = e.series_id
            order by o.starts_at desc
            limit 200
          ) edition
        )
      end as editions
    from public.events e
    left join public.series s on s.id = e.series_id
    left join public.events m on m.id = e.for_people_of
    where e.id = any (wanted)
  ) shown;
  if p_page is not null then
    return json_build_object(
      'events', answer, 'page', page, 'pages', pages, 'keys', array(select e.key from public.events e order by e.starts_at desc limit 1000),
      'meets', array(select distinct e.meets from public.events e order by e.meets),
      'islands', array(
        select distinct e.place_details ->> 'island' from public.events e
        where e.meets <> 'online' and e.place_details is not null
      )
    );
  end if;
  return answer;
end;
$$;

comment on function public.read_events(text, integer, text, text, text, text) is
  'Returns events that the caller may read: all, those that meet in a room or online (p_meets) or on an island'
  ' (p_island), or those of a series or at a place by its key, with the texts of those that are not over; or the event'
  ' of a key with the editions of its series, whether its program is published, and until when it accepts talk'
  ' proposals; or, with p_page, what the events page shows: {events, page, pages, keys, meets, islands}. These are the'
  ' events with a tab, the upcoming ones that p_meets or p_island name, of each series the next one, and twelve of the'
  ' other past ones, with the text of those that may be shown in full; keys, meets and islands cover all events.';

grant execute on function public.read_events(text, integer, text, text, text, text) to anon;
