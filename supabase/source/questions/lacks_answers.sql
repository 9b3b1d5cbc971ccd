-- Returns whether a person can still answer something that they have not answered.
create function private.lacks_answers(p_entry uuid) returns boolean
language sql
stable
return exists (
  select from jsonb_array_elements(private.own_questions(p_entry) -> 'questions') q where q -> 'value' = '[]'
);
