-- Returns whether p_answers, {question id: [text]}, answers all required questions of an event, and all others that it
-- names; what is not asked of the person counts as not given. An entry may keep an option that it has chosen.
create function private.are_answered(
  p_event public.events,
  p_attends text,
  p_answers jsonb,
  p_entry uuid default null
) returns boolean
language sql
stable
return not exists (
  select from private.questions_for(p_event, p_attends) q
  left join public.entry_answers a on a.entry_id = p_entry and a.question_id = q.id
  where case
    when p_answers ? q.id::text then not private.is_answer(
      q,
      array(select jsonb_array_elements_text(p_answers -> q.id::text)),
      array(select jsonb_array_elements_text(a.value))
    )
    else q.is_required
  end
);
