-- Returns whether a value answers a question, by its kind; the form and its schema say the same. Options that the
-- person chose when they were still offered (p_kept) may be kept.
create function private.is_answer(p_question public.event_questions, p_value text[], p_kept text[] default '{}')
  returns boolean
language sql
immutable
return coalesce(
  case p_question.kind
    when 'several' then cardinality(p_value) between 1 and 12 and p_value <@ (p_question.options || p_kept)
    else cardinality(p_value) = 1 and case p_question.kind
      when 'short' then
        btrim(p_value[1]) <> '' and public.visible_length(p_value[1]) <= 200
        and p_value[1] !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'
      when 'long' then btrim(p_value[1]) <> '' and public.visible_length(p_value[1]) <= 1000
      when 'one' then p_value[1] = any (p_question.options || p_kept)
      when 'yes-no' then p_value[1] in ('yes', 'no')
      when 'number' then p_value[1] ~ '^[0-9]{1,6}$'
    end
  end,
  false
);
