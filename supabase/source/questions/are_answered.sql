create function private.are_answered(p_event public.events, p_attends text, p_answers jsonb) returns boolean
language sql
stable
return not exists (
  select from private.questions_for(p_event, p_attends) q
  where case
    when p_answers ? q.id::text
      then not private.is_answer(q, array(select jsonb_array_elements_text(p_answers -> q.id::text)))
    else q.is_required
  end
);

comment on function private.are_answered(public.events, text, jsonb) is
  'Returns whether p_answers, {question id: [text]}, answers all required questions of an event, and all others that'
  ' it names; what is not asked of the person counts as not given.';
