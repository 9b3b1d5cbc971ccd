-- Returns how long answers to questions for the evening are kept; all others are kept with their entry.
create function private.questions_retention()
  returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('answer', interval '7 days', 'public.entry_answers', 'exists (
        select from public.event_questions q
        where q.id = t.question_id and q.keep = ''evening'' and coalesce(
          (
            select min(p.over_at) from private.past_editions p
            where p.event_id = q.event_id and p.over_at > t.answered_at
          ),
          (select e.over_at from public.events e where e.id = q.event_id and e.status <> ''postponed'')
        ) <= now() - $1
      )', null);
$$;
