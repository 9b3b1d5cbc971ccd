-- Implements rows_that_may_go.
create function private.newsletter_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values (
    'subscriber',
    'public.newsletter_subscribers',
    't.confirmed_at is null and t.left_at is null and t.imported_from is null and t.keep_until is null'
  );
$$;
