create function private.outbox_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    -- What goes with an entry or a subscriber leaves with it; only notices stand alone.
    ('notice', interval '30 days', 'public.outbox', 't.kind = ''notice'' and t.created_at <= now() - $1', null);
$$;

comment on function private.outbox_retention() is 'How long notices are kept.';
