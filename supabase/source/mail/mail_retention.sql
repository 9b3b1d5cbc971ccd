create function private.mail_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    -- Who has been told what is known as long as the entry, or people would be told again.
    ('mail', interval '30 days', 'public.mails', 't.created_at <= now() - $1 and not (t.purpose = ''event-news'' and exists (select from public.waitlist_entries w where w.id = t.person))', null),
    ('mail', interval '30 days', 'private.mail_events', 't.created_at <= now() - $1', null);
$$;

comment on function private.mail_retention() is 'How long it is kept that a mail was sent, and what came of it.';
