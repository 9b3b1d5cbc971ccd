-- Returns how long suggestions are kept.
create function private.suggestions_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('handledSuggestion', interval '90 days', 'public.suggestions', 't.handled_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.suggestions', 't.suspected_spam and t.created_at <= now() - $1', null);
$$;
