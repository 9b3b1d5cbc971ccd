-- For admins: adds a question to an event (p_version is null; ten may be open), or changes one that is still as it was
-- at p_version. A change that touches given answers is made only if p_agreed is their number; kind, a longer keeping
-- and the door are fixed once there are answers. Returns {outcome, answers?}.
create function public.save_question(
  p_event uuid,
  p_id uuid,
  p_fields jsonb,
  p_version timestamptz default null,
  p_agreed integer default 0
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.event_questions;
  after public.event_questions;
  given integer;
  touched integer;
  outcome public.save_question_outcome := 'saved';
begin
  perform private.require_admin();
  -- Nobody signs up between the count of answers and the change.
  perform from public.events e where e.id = p_event for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not-found'::public.save_question_outcome);
  end if;
  select q.* into before from public.event_questions q where q.id = p_id and q.event_id = p_event;
  if before.id is null and p_version is null then
    if (select count(*) >= 10 from public.event_questions q where q.event_id = p_event and q.closed_at is null) then
      outcome := 'too-many';
    else
      after := jsonb_populate_record(null::public.event_questions, p_fields);
      insert into public.event_questions
        (id, event_id, position, kind, text, hint, options, is_required, asked_of, keep, ready, for_door)
        select p_id, p_event, coalesce(max(q.position), 0) + 1, after.kind, after.text, after.hint,
          coalesce(after.options, '{}'), after.is_required, after.asked_of, after.keep, after.ready,
          coalesce(after.for_door, false)
        from public.event_questions q
        where q.event_id = p_event;
    end if;
    return jsonb_build_object('outcome', outcome);
  end if;
  if before.updated_at is distinct from p_version then
    return jsonb_build_object('outcome', case
      when before.id is null then 'not-found'
      -- The form of a new question was sent twice.
      when p_version is null then 'saved'
      else 'changed'
    end::public.save_question_outcome);
  end if;
  after := jsonb_populate_record(before, p_fields);
  select count(*), count(*) filter (where after.keep <> before.keep or exists (
      select from jsonb_array_elements_text(a.value) chosen
      where chosen = any (before.options) and chosen <> all (after.options)
    ))
    into given, touched
    from public.entry_answers a
    where a.question_id = p_id;
  if given > 0 and (after.kind <> before.kind or after.keep = 'entry' and before.keep = 'evening'
      or after.for_door and not before.for_door) then
    return jsonb_build_object('outcome', 'answered'::public.save_question_outcome, 'answers', given);
  end if;
  if touched <> p_agreed then
    return jsonb_build_object('outcome', 'asks'::public.save_question_outcome, 'answers', touched);
  end if;
  update public.event_questions q
    set kind = after.kind, text = after.text, hint = after.hint, options = after.options,
      is_required = after.is_required, asked_of = after.asked_of, keep = after.keep, for_door = after.for_door
    where q.id = p_id;
  return jsonb_build_object('outcome', outcome);
end;
$$;

-- for admins: writes a question of an event
grant execute on function public.save_question to authenticated;
