-- Returns how long messages are kept.
create function private.contact_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('handledMessage', interval '12 months', 'public.contact_messages', 't.handled_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.contact_messages', 't.suspected_spam and t.created_at <= now() - $1', null),
    (
      'spam',
      private.spam_period(),
      'public.contact_messages',
      't.status = ''spam'' and t.updated_at <= now() - $1',
      null
    );
$$;
