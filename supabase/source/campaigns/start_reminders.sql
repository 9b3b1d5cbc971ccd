-- Enqueues a reminder to everyone on the waitlist of each event that begins within 24 hours, once per start time,
-- between 7:00 and 22:00 here; emails that become due at night wait for the morning. The same applies to what the jobs
-- of mail_purposes enqueue. Also enqueues, at any hour, the links of online events that begin within an hour to people
-- with a spot, and emails in admins' own words that are scheduled.
-- Returns the number of events.
create function public.start_reminders() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  morning constant timestamp with time zone := private.waking_time(now());
  event public.events;
  campaign integer;
  job text;
  started integer := 0;
begin
  perform private.start_join_links();
  perform private.start_scheduled();
  if morning > now() then
    update public.mails m
      set next_attempt_at = morning
      from public.campaigns t
      where t.kind = 'reminder'
        and t.starts_at > now()
        and m.purpose = 'event-news'
        and m.occurrence = t.id
        and m.state = 'due'
        and m.next_attempt_at <= now();
    update public.mails m
      set next_attempt_at = morning
      from private.mail_purposes p
      where p.purpose = m.purpose and p.day_job is not null and m.state = 'due' and m.next_attempt_at <= now();
    return 0;
  end if;
  for job in
    select p.day_job from private.mail_purposes p where p.day_job is not null order by p.purpose
  loop
    execute 'select ' || job;
  end loop;
  for event in
    select e.* from public.events e
    where private.is_reminder_owed(e)
    for update skip locked
  loop
    -- another run may have done so between this one's look and its lock
    continue when not private.is_reminder_owed(event);
    insert into public.campaigns (event_id, kind) values (event.id, 'reminder')
      on conflict (event_id, kind) where started_at is null do nothing;
    update public.campaigns t
      set starts_at = event.starts_at, started_at = now()
      where t.event_id = event.id and t.kind = 'reminder' and t.started_at is null
      returning t.id into campaign;
    insert into public.mails (purpose, person, occurrence, goes_to_many)
      select 'event-news', person, campaign, true from private.recipients_of_news('reminder', event.id) person;
    started := started + 1;
  end loop;
  return started;
end;
$$;

grant execute on function public.start_reminders to service_role;
