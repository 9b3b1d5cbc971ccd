-- Stores what an entry answers to all that it is asked, as are_answered takes it.
create function private.store_answers(p_entry uuid, p_event public.events, p_attends text, p_answers jsonb) returns void
language sql
as $$
  delete from public.entry_answers a
    using private.questions_for(p_event, p_attends) q
    where a.entry_id = p_entry and a.question_id = q.id and not p_answers ? q.id::text;
  insert into public.entry_answers as given (entry_id, question_id, value)
    select p_entry, q.id, p_answers -> q.id::text
    from private.questions_for(p_event, p_attends) q
    where p_answers ? q.id::text
    on conflict (entry_id, question_id) do update set value = excluded.value, answered_at = now();
$$;
