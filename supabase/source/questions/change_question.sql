-- For admins: closes or opens a question, moves it up or down among those that are open, or deletes it (p_act). A
-- question with answers is not deleted (answered); ten may be open (too-many).
create function public.change_question(p_id uuid, p_act text) returns public.change_question_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  question public.event_questions;
  neighbor public.event_questions;
begin
  perform private.require_admin();
  -- Nobody signs up between a look at the answers and the change.
  perform from public.events e
    join public.event_questions q on q.event_id = e.id
    where q.id = p_id
    for no key update of e;
  select q.* into question from public.event_questions q where q.id = p_id;
  if not found then
    return 'not-found';
  end if;
  case p_act
    when 'close' then
      update public.event_questions q set closed_at = now() where q.id = p_id and q.closed_at is null;
    when 'open' then
      if (select count(*) >= 10 from public.event_questions q
          where q.event_id = question.event_id and q.closed_at is null and q.id <> p_id) then
        return 'too-many';
      end if;
      update public.event_questions q set closed_at = null where q.id = p_id;
    when 'delete' then
      if exists (select from public.entry_answers a where a.question_id = p_id) then
        return 'answered';
      end if;
      delete from public.event_questions q where q.id = p_id;
    when 'up', 'down' then
      select q.* into neighbor
        from public.event_questions q
        where q.event_id = question.event_id
          and q.closed_at is null
          and case when p_act = 'up' then q.position < question.position else q.position > question.position end
        order by abs(q.position - question.position)
        limit 1;
      if found then
        update public.event_questions q
          set position = case when q.id = p_id then neighbor.position else question.position end
          where q.id in (p_id, neighbor.id);
      end if;
  end case;
  return 'done';
end;
$$;

-- for admins: writes a question of an event, or deletes one without answers
grant execute on function public.change_question to authenticated;
