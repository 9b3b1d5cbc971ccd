-- Replaces what the holder of this link answers to the questions that they are asked, until answers_end; answers to
-- closed questions stay. p_answers is as are_answered takes it.
create function public.change_answers(p_token_digest text, p_answers jsonb) returns public.change_answers_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.waitlist_entries;
  event public.events;
  attends_at text;
  before jsonb;
begin
  -- Like a sign-up, it makes an admin who changes a question wait, and locks the event first.
  select e.* into event
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    join public.events e on e.id = w.event_id
    where l.token_digest = p_token_digest
    for share of e;
  select w.* into own
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if private.answers_end(event) <= now() or not exists (select from private.questions_of(own.id)) then
    return 'closed';
  end if;
  attends_at := coalesce(
    (select r.attends from public.reservations r where r.id = own.id),
    private.attends_at(event, null)
  );
  if not private.are_answered(event, attends_at, p_answers, own.id) then
    return 'not-answered';
  end if;
  before := private.answers_of(own.id);
  perform private.store_answers(own.id, event, attends_at, p_answers);
  update public.waitlist_entries w
    set answers_changed_at = now()
    where w.id = own.id and private.answers_of(own.id) <> before;
  return 'changed';
end;
$$;

grant execute on function public.change_answers to service_role;
