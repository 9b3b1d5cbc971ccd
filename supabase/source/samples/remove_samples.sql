-- For owners: removes the remaining samples. p_people is the number of people on the waitlists of sample events that
-- the owner has agreed to remove; without it, or if there are more by now, such events remain.
create function public.remove_samples(p_people integer default null) returns public.remove_samples_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  people integer;
  programmes uuid[];
begin
  perform private.require_owner();

  -- Serializes simultaneous calls, and keeps anyone from signing up between the count and the removal.
  perform from private.samples s order by s.id for update;
  -- Locks the series first, like functions that create or change their editions.
  perform
    from public.series g
    where g.template_id in (select s.event_id from private.samples s)
    order by g.id for no key update;
  perform from public.events e where e.id in (select s.event_id from private.samples s) order by e.id for update;
  select count(*) into people
    from public.waitlist_entries w
    join private.samples s on s.event_id = w.event_id
    where private.has_signed_up(w);
  if people > p_people then
    return 'more-people';
  end if;

  delete from public.mails m using private.samples s where s.entry_id = m.person;
  with gone as (
    delete from public.waitlist_entries w using private.samples s where s.entry_id = w.id
      returning 'waitlist' as kind, w.created_at, private.shard_of_row(w.id) as shard
  ),
  unliked as (
    delete from public.resource_likes l using private.samples s where s.like_id = l.id
      returning 'like' as kind, l.created_at, private.shard_of(l.id) as shard
  )
  update private.daily_totals d
    set total = greatest(d.total - g.number, 0)
    from (
      select r.kind, (r.created_at at time zone public.site_time_zone())::date as day, r.shard, count(*) as number
      from (select * from gone union all select * from unliked) r
      group by 1, 2, 3
    ) g
    where d.kind = g.kind and d.day = g.day and d.shard = g.shard;

  if p_people is not null then
    delete from public.waitlist_entries w using private.samples s where s.event_id = w.event_id;
  end if;
  delete from public.events e
    using private.samples s
    where s.event_id = e.id
      and not exists (select from public.waitlist_entries w where w.event_id = e.id and not w.suspected_spam)
      and not exists (select from public.events o where o.for_people_of = e.id and not private.is_sample_event(o.id));
  delete from public.series g
    using private.samples s
    where s.series_id = g.id and not exists (select from public.events e where e.series_id = g.id);
  -- A place of an event that is not a sample is the site's own by now.
  delete from private.samples s
    using public.events e
    where s.place_id = e.place_id and not private.is_sample_event(e.id);
  delete from public.places p
    using private.samples s
    where s.place_id = p.id and not exists (select from public.events e where e.place_id = p.id);
  delete from public.newsletter_issues i using private.samples s where s.issue_id = i.id;
  update public.events e set recap = null, recap_url = null from private.samples s where s.recap_of = e.id;
  delete from private.samples s where s.recap_of is not null;
  select array_agg(s.programme_of) into programmes from private.samples s where s.programme_of is not null;
  delete from public.talks t where t.event_id = any (programmes);
  delete from private.gone_talks g where g.event_id = any (programmes);
  delete from private.talk_changes c where c.event_id = any (programmes);
  delete from public.speakers p where p.event_id = any (programmes);
  delete from public.rooms r where r.event_id = any (programmes);
  delete from public.programmes p where p.id = any (programmes);
  delete from private.samples s where s.programme_of is not null;

  return case when exists (select from private.samples) then 'kept' else 'removed' end;
end;
$$;

-- for owners
grant execute on function public.remove_samples to authenticated;
