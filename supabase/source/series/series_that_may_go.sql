-- Implements rows_that_may_go.
create function private.series_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('series', 'private.series_subscriptions', 't.confirmed_at is null');
$$;
