-- Returns what a person answered, for their own page and their personal data: [{id, question, kind, options, keep,
-- value}].
create function private.answers_of(p_entry uuid) returns jsonb
language sql
stable
return (
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', q.id, 'question', q.text, 'kind', q.kind, 'options', q.options, 'keep', q.keep, 'value', a.value
      )
      order by q.position
    ),
    '[]'
  )
  from public.entry_answers a
  join public.event_questions q on q.id = a.question_id
  where a.entry_id = p_entry
);
