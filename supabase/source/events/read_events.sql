-- Returns published events that everyone may see: all, those that meet in a room or online (p_meets) or on an island
-- (p_island), or those of a series or at a place by its key, with the texts of those that are not over; or the event at
-- an address (its key; for one by link, with the secret) with the listed editions of its series, whether its program is
-- published, and until when it accepts talk proposals; or, with p_page, what the events page shows: {events, page,
-- pages, keys, meets, islands}. These are the events with a tab, the upcoming ones that p_meets or p_island name, of
-- each series the next one, and twelve of the other past ones, with the text of those that may be shown in full; keys,
-- meets and islands cover all events.
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
security definer
set search_path = ''
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
      where e.is_listed and e.over_at <= now() and e.status = 'scheduled' and e.tab_order is null
        and coalesce(e.meets in (p_meets, 'both'), true)
        and (p_island is null or e.meets <> 'online' and e.place_details ->> 'island' = p_island);
    pages := greatest(1, (coalesce(cardinality(past), 0) + per_page - 1) / per_page);
    page := least(greatest(p_page, 1), pages);
    ahead := array(
      select e.id
      from (
        select
          o.id,
          o.starts_at,
          row_number() over (partition by coalesce(o.series_id, o.id), o.status order by o.starts_at, o.id) as number
        from public.events o
        where o.is_listed and (o.over_at is null or o.over_at > now() or o.status = 'postponed')
          and coalesce(o.meets in (p_meets, 'both'), true)
          and (p_island is null or o.meets <> 'online' and o.place_details ->> 'island' = p_island)
      ) e
      where e.number = 1
      order by e.starts_at, e.id
      limit 200
    );
    whole := array(select e.id from public.events e where e.is_listed and e.tab_order is not null)
      || array(
        select e.id from public.events e
        where e.id = any (ahead) and e.status = 'scheduled'
        order by e.starts_at, e.id
        limit 3
      );
    wanted := whole || past[(page - 1) * per_page + 1:page * per_page] || ahead;
  elsif p_series is not null then
    wanted := array(
      select e.id from public.events e join public.series s on s.id = e.series_id
      where s.key = p_series and e.is_listed
      order by e.starts_at desc
      limit 1000
    );
  elsif p_place is not null then
    wanted := array(
      select e.id from public.events e join public.places p on p.id = e.place_id
      where p.key = p_place and e.is_listed
      order by e.starts_at desc
      limit 200
    );
  elsif p_key is null then
    wanted := array(
      select e.id from public.events e
      where e.is_listed
        and coalesce(e.meets in (p_meets, 'both'), true)
        and (p_island is null or e.meets <> 'online' and e.place_details ->> 'island' = p_island)
      order by e.starts_at desc
      limit 1000
    );
  else
    wanted := array(select e.id from public.events e where e.address = p_key and e.is_published);
  end if;
  answer := private.events_as_shown(
    wanted,
    whole,
    case
      when p_page is not null then 'page'
      when p_series is not null then 'series'
      when p_key is not null then 'one'
    end
  );
  if p_page is not null then
    return json_build_object(
      'events', answer, 'page', page, 'pages', pages,
      'keys', array(select e.key from public.events e where e.is_listed order by e.starts_at desc limit 1000),
      'meets', array(select distinct e.meets from public.events e where e.is_listed order by e.meets),
      'islands', array(
        select distinct e.place_details ->> 'island' from public.events e
        where e.is_listed and e.meets <> 'online' and e.place_details is not null
      )
    );
  end if;
  return answer;
end;
$$;

grant execute on function public.read_events to anon;
