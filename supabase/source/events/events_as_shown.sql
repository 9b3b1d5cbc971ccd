-- Returns what visitors get of events, latest first: for one (with its text, program, call and editions), a series
-- (with its text), or a page (with the texts of p_whole alone); for anything else with the texts of those that are not
-- over. Callers decide which events a visitor may see.
create function private.events_as_shown(p_ids uuid[], p_whole uuid[], p_for text) returns json
language sql
stable
as $$
  select coalesce(json_agg(shown order by shown.starts_at desc), '[]')
  from (
    select
      e.id, e.address as key, e.title, e.starts_at, e.ends_at, e.previous_starts_at, e.date_precision, e.over_at,
      e.time_note, e.place, e.place_details, e.place_note, e.attendee_limit, e.summary,
      case
        when p_for = 'one' or e.id = any (p_whole)
          or p_for is distinct from 'page' and coalesce(e.over_at > now(), true)
          then e.about
        else ''
      end as about,
      e.recap, e.recap_url, e.ticket_url, e.to_bring, e.co_hosts, e.poster_path, e.poster_alt, e.poster_width,
      e.poster_height, e.status, case when e.is_listed then e.tab_order end as tab_order, e.tab_label, e.admission,
      e.waitlist_closed, e.takes_reservations, e.sign_up_opens_at, e.sign_up_closes_at, e.party_limit, e.offer_hours,
      e.meets, e.online_limit,
      -- Null if visitors cannot see the other event.
      case
        when e.for_people_of is not null then json_build_object('key', m.address, 'title', m.title, 'status', m.status)
      end as people_of,
      e.sequence, e.created_at, e.updated_at,
      (
        select json_agg(
          json_build_object('attends', p.attends, 'taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up)
          order by p.attends desc
        )
        from public.event_spots p
        where p.event_id = e.id and e.meets in (p.attends, 'both')
      ) as event_spots,
      case
        when p_for = 'one' or e.id = any (p_whole) then (
          select coalesce(
            json_agg(
              json_build_object(
                'id', q.id, 'kind', q.kind, 'text', q.text, 'hint', q.hint, 'options', q.options,
                'is_required', q.is_required, 'asked_of', q.asked_of, 'keep', q.keep, 'for_door', q.for_door
              )
              order by q.position
            ),
            '[]'
          )
          from public.event_questions q
          where q.event_id = e.id and q.closed_at is null
        )
      end as questions,
      case
        when s.id is not null
          then json_build_object('key', s.key, 'name', s.name, 'about', case when p_for = 'series' then s.about end)
      end as series,
      case
        when p_for = 'one'
          then exists (select from public.programmes g where g.id = e.id and g.published_at is not null)
      end as has_programme,
      case when p_for = 'one' then private.call_deadline(e.id) end as call_deadline,
      case
        when p_for = 'one' then (
          select coalesce(json_agg(edition), '[]')
          from (
            select o.key, o.title, o.starts_at, o.ends_at, o.date_precision, o.over_at, o.time_note, o.status,
              o.created_at
            from public.events o
            where o.series_id = e.series_id and o.is_listed
            order by o.starts_at desc
            limit 200
          ) edition
        )
      end as editions
    from public.events e
    left join public.series s
      on s.id = e.series_id and exists (select from public.events o where o.series_id = s.id and o.is_listed)
    left join public.events m on m.id = e.for_people_of and m.is_listed
    where e.id = any (p_ids)
  ) shown;
$$;
