-- Enqueues one email about the newly published editions of a series to everyone with a confirmed subscription, ten
-- minutes after the first of them was published; called by make_editions, which has locked the series.
create function private.announce_editions(p_series uuid) returns void
language plpgsql
as $$
declare
  number constant bigint := greatest(
    extract(epoch from now()),
    (select max(a.announcement) + 1 from private.announced_editions a where a.series_id = p_series)
  );
begin
  delete from private.announced_editions a
    using public.events e
    where a.series_id = p_series
      and a.announcement is null
      and e.id = a.event_id
      and not (e.series_id is not distinct from p_series and private.is_to_announce(e));
  insert into private.announced_editions (event_id, series_id)
    select e.id, p_series
    from public.events e
    where e.series_id = p_series and private.is_to_announce(e)
    on conflict do nothing;
  -- The pause keeps editions published by mistake from being announced, and puts editions published together into one
  -- email.
  if not exists (
    select from private.announced_editions a
    where a.series_id = p_series and a.announcement is null and a.seen_at <= now() - private.announcement_pause()
  ) then
    return;
  end if;
  update private.announced_editions a set announcement = number where a.series_id = p_series and a.announcement is null;
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'series-editions', s.id, number, true
    from private.series_subscriptions s
    where s.series_id = p_series and s.confirmed_at is not null
    order by s.confirmed_at, s.id
    on conflict do nothing;
end;
$$;
