-- Returns how long each kind of data is kept, collected from all features: expired is the condition on a row t of the
-- relation whose period ($1) is over; such a row is deleted, or updated as change says.
create function private.retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  select * from private.likes_retention()
  union all select * from private.waitlist_retention()
  union all select * from private.questions_retention()
  union all select * from private.bulk_actions_retention()
  union all select * from private.door_retention()
  union all select * from private.series_retention()
  union all select * from private.programme_retention()
  union all select * from private.proposals_retention()
  union all select * from private.newsletter_retention()
  union all select * from private.contact_retention()
  union all select * from private.suggestions_retention()
  union all select * from private.imports_retention()
  union all select * from private.accounts_retention()
  union all select * from private.channel_posts_retention()
  union all select * from private.outbox_retention()
  union all select * from private.mail_retention()
  union all select * from private.budgets_retention()
  union all select * from private.log_retention();
$$;
