-- Implements rows_that_may_go.
create function private.contact_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('message', 'public.contact_messages', 't.suspected_spam');
$$;
