-- Gives an event the open questions of another one, never their answers.
create function private.copy_questions(p_from uuid, p_to uuid) returns void
language sql
as $$
  insert into public.event_questions (event_id, position, kind, text, hint, options, is_required, asked_of, keep, ready,
      for_door)
    select p_to, q.position, q.kind, q.text, q.hint, q.options, q.is_required, q.asked_of, q.keep, q.ready, q.for_door
    from public.event_questions q
    where q.event_id = p_from and q.closed_at is null;
$$;
