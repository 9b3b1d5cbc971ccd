-- Implements rows_that_may_go.
create function private.proposals_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('proposal', 'private.talk_proposals', 't.confirmed_at is null');
$$;
