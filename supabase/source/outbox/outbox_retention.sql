-- Returns how long notices are kept.
create function private.outbox_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    -- Deliveries that belong to an entry or a subscriber are deleted with it; only notices have their own retention.
    ('notice', interval '30 days', 'public.outbox', 't.kind = ''notice'' and t.created_at <= now() - $1', null);
$$;
