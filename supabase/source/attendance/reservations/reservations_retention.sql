create function private.reservations_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('answer', interval '7 days', 'public.reservations', 't.answer is not null and coalesce(
        (select min(p.over_at) from private.past_editions p where p.event_id = t.event_id and t.state = ''past''),
        (select e.over_at from public.events e where e.id = t.event_id and e.status <> ''postponed'')
      ) <= now() - $1', 'answer = null');
$$;

comment on function private.reservations_retention() is
  'Returns how long answers to an event''s question are kept.';
