-- For admins: stores an answer and enqueues its email; p_id is made with the form, so that submitting it twice answers
-- once. Returns answered, changed when the message is no longer at p_version, or gone.
create function public.answer_message(
  p_id uuid,
  p_message_id uuid,
  p_version timestamptz,
  p_answer text,
  p_is_done boolean
) returns public.answer_message_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  message public.contact_messages;
  next integer;
begin
  perform private.require_admin();
  select m.* into message from public.contact_messages m where m.id = p_message_id for update;
  if not found then
    return 'gone';
  end if;
  if exists (select from public.message_answers a where a.id = p_id and a.message_id = p_message_id) then
    return 'answered';
  end if;
  if message.updated_at is distinct from p_version then
    return 'changed';
  end if;

  select coalesce(max(a.occurrence), 0) + 1 into next from public.message_answers a where a.message_id = p_message_id;
  insert into public.message_answers (id, message_id, occurrence, answer) values (p_id, p_message_id, next, p_answer);
  insert into public.mails (purpose, person, occurrence) values ('message-answer', p_message_id, next);
  -- The update makes the version stale, so that an admin who has the message open in another window sees that it has
  -- been answered.
  update public.contact_messages m
    set status = case when p_is_done then 'done' else m.status end
    where m.id = p_message_id;
  return 'answered';
end;
$$;

-- for admins: writes the answer to a message; sends its email
grant execute on function public.answer_message to authenticated;
