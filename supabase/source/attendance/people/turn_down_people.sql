-- Turns down people who asked to attend, with an email that says p_words where emails are sent (p_mails).
create function private.turn_down_people(p_people uuid[], p_words text, p_mails boolean) returns void
language sql
as $$
  update public.reservations r
    set state = 'turned-down', decided_at = now(), words = p_words, to_be_notified = not p_mails
    where r.id = any (p_people);
  select private.enqueue_answers(p_people) where p_mails;
$$;
