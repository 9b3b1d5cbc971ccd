-- Implements rows_that_may_go.
create function private.suggestions_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('suggestion', 'public.suggestions', 't.suspected_spam');
$$;
