-- Returns how long counted walk-ins and the passes of helpers at the door are kept.
create function private.door_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('walkIn', interval '90 days', 'public.walk_ins', 't.created_at <= now() - $1', null),
    ('doorPass', interval '30 days', 'public.door_passes', 'coalesce(
        (select e.over_at from public.events e where e.id = t.event_id and e.status <> ''postponed''),
        t.created_at + interval ''24 months''
      ) <= now() - $1', null);
$$;
