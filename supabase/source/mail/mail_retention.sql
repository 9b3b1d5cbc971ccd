-- Returns how long sent emails and their results are kept.
create function private.mail_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    -- News that a person got is remembered as long as their entry, so that they are not notified twice.
    (
      'mail',
      interval '30 days',
      'public.mails',
      't.created_at <= now() - $1 and not ('
        't.purpose = ''event-news'' and exists (select from public.waitlist_entries w where w.id = t.person))',
      null
    ),
    ('mail', interval '30 days', 'private.mail_events', 't.created_at <= now() - $1', null);
$$;
