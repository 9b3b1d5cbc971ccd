-- Returns what makes room when the bytes of a day are used up, collected from all features: rows t of the relation
-- under the condition.
create function private.rows_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  select * from private.newsletter_that_may_go()
  union all select * from private.series_that_may_go()
  union all select * from private.proposals_that_may_go()
  union all select * from private.contact_that_may_go()
  union all select * from private.suggestions_that_may_go();
$$;
