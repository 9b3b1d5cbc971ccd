-- Creates the due editions of each series according to plan_of_series, moves people who wait for the next edition to
-- it, and notifies subscribers of new ones; called by cron once a minute. Returns the number of editions made.
create function public.make_editions() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  series public.series;
  due record;
  made integer := 0;
  violated text;
begin
  -- Does not wait for another Worker that is processing a series.
  for series in select s.* from public.series s order by s.id for no key update skip locked loop
    with known as (
      insert into private.occurrences (series_id, day, event_id)
        select series.id, p.day, p.event_id
        from private.plan_of_series(series, series.editions_ahead) p
        where p.state = 'made'
        on conflict do nothing
        returning event_id
    )
    update public.events e set series_id = series.id
      from known k
      where e.id = k.event_id and e.series_id is null;
    for due in select p.* from private.plan_of_series(series, series.editions_ahead) p where p.state = 'due' loop
      begin
        insert into private.occurrences (series_id, day, event_id)
          select
            series.id,
            due.day,
            private.add_edition(t, series.id, due.key, due.starts_at, due.ends_at, series.publishes)
          from private.template_of(series.id) t;
        -- Editions made from a sample are samples, too.
        insert into private.samples (event_id)
          select o.event_id
          from private.occurrences o
          where o.series_id = series.id and o.day = due.day and private.is_sample_event(series.template_id);
        made := made + 1;
      exception
        when unique_violation then
          -- An admin has taken the key at the same moment; the plan will show it.
          get stacked diagnostics violated = constraint_name;
          if violated <> 'one_event_of_a_key' then
            raise;
          end if;
      end;
    end loop;
    begin
      perform private.move_to_next_edition(series.id, 'public');
      perform private.move_to_next_edition(series.id, 'link');
    exception
      when unique_violation then
        -- One of the people has joined that waitlist at the same moment; the next run takes care of it.
        null;
    end;
    perform private.announce_editions(series.id);
  end loop;
  return made;
end;
$$;

grant execute on function public.make_editions to service_role;
