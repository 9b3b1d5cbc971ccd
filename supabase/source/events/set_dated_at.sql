create function private.set_dated_at() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  latest public.campaigns;
begin
  new.dated_at := now();
  -- An undone import has restored it.
  if new.news_at is distinct from old.news_at then
    return new;
  end if;
  if new.status is distinct from old.status and new.status <> 'scheduled'
    or new.status = 'scheduled'
      and new.date_precision in ('exact', 'day')
      and new.starts_at > now()
      and (new.status, new.starts_at, new.date_precision) is distinct from (old.status, old.starts_at, old.date_precision)
  then
    select t.* into latest
      from public.campaigns t
      where t.event_id = new.id and t.started_at is not null and t.kind <> 'recap'
      order by t.id desc
      limit 1;
    -- If what the latest email said is true again, the change in between was a slip and not news.
    new.news_at := case
      when latest.kind = new.status or new.status = 'scheduled' and latest.kind not in ('cancelled', 'postponed') and latest.starts_at = new.starts_at
        then latest.started_at
      else now()
    end;
  end if;
  return new;
end;
$$;

comment on function private.set_dated_at() is
  'Trigger: sets dated_at when the date or status changes, and news_at if people should be notified of the change: canceled, postponed, or an upcoming date.';
