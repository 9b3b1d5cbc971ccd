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
  -- What is published by mistake is told to nobody, and what is published together stands in one mail.
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

comment on function private.announce_editions(uuid) is
  'Enqueues to each who has confirmed a subscription one mail about the editions of a series that are newly published, ten minutes after the first of them was; for make_editions, which has locked the series.';
