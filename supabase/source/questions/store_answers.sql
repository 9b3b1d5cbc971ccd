create function private.store_answers(p_entry uuid, p_event public.events, p_attends text, p_answers jsonb) returns void
language sql
as $$
  insert into public.entry_answers (entry_id, question_id, value)
    select p_entry, q.id, p_answers -> q.id::text
    from private.questions_for(p_event, p_attends) q
    where p_answers ? q.id::text;
$$;

comment on function private.store_answers(uuid, public.events, text, jsonb) is
  'Stores the answers of a new entry, as are_answered takes them.';
