-- Whether the reminder of an event, which leaves once per start time in the last 24 hours, has not left yet.
create function private.is_reminder_owed(event public.events) returns boolean
language sql
stable
return event.starts_at > now()
  and event.starts_at <= now() + interval '24 hours'
  and private.is_news('reminder', event.id)
  and not exists (
    select from public.campaigns t
    where t.event_id = event.id
      and t.kind = 'reminder'
      and (t.is_off or (t.started_at is not null and t.starts_at = event.starts_at))
  );
