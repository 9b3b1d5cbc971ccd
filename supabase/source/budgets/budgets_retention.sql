-- Returns how long spending of budgets, and the networks of unconfirmed rows, are kept.
create function private.budgets_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('spending', interval '24 hours', 'private.spending', 't.at <= now() - $1', null),
    ('unconfirmedRow', interval '24 hours', 'private.unconfirmed_rows', 't.created_at <= now() - $1', null);
$$;
