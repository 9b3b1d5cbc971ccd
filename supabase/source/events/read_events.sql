create function public.read_events(p_key text default null, p_site text default null) returns json
language plpgsql
stable
as $$
declare
  wanted uuid[];
  answer json;
begin
  if p_key is null then
    wanted := array(select e.id from public.events e order by e.starts_at desc limit 1000);
  else
    wanted := array(select e.id from public.events e where e.key = p_key);
  end if;
  select coalesce(json_agg(shown order by shown.starts_at desc), '[]') into answer
  from (
    select
      e.id, e.key, e.title, e.starts_at, e.ends_at, e.previous_starts_at, e.date_precision, e.over_at, e.time_note, e.place,
      e.attendee_limit, e.summary, e.about, e.recap, e.recap_url, e.ticket_url, e.bus, e.parking, e.steps, e.seating, e.quiet_space,
      e.to_bring, e.co_hosts, e.series, e.poster_path, e.poster_alt, e.poster_width, e.poster_height, e.status, e.tab_order,
      e.tab_label, e.waitlist_closed, e.takes_reservations, e.sign_up_opens_at, e.sign_up_closes_at, e.party_limit, e.question,
      e.offer_hours, e.sequence, e.created_at, e.updated_at,
      case
        when p.event_id is not null then json_build_object('taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up)
      end as event_places,
      case
        when p_key is not null then (
          select coalesce(json_agg(edition), '[]')
          from (
            select o.key, o.title, o.starts_at, o.ends_at, o.date_precision, o.over_at, o.time_note, o.status, o.created_at
            from public.events o
            where o.series = e.series
            order by o.starts_at desc
            limit 200
          ) edition
        )
      end as editions
    from public.events e
    left join public.event_places p on p.event_id = e.id
    where e.id = any (wanted)
  ) shown;
  return json_build_object('answer', answer, 'site', public.site_of_pages(p_site));
end;
$$;

comment on function public.read_events(text, text) is
  'Events that the caller may read, or the one of a key with the editions of its series: {answer, site}; site as site_of_pages answers to the version p_site.';

grant execute on function public.read_events(text, text) to anon;
