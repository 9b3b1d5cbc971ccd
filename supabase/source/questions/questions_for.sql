-- Returns what a person who attends in the room or online is asked when they sign up for an event.
create function private.questions_for(p_event public.events, p_attends text) returns setof public.event_questions
language sql
stable
as $$
  select q.*
  from public.event_questions q
  where q.event_id = p_event.id
    and q.closed_at is null
    -- People who sign up after the event wait for the next edition, which has questions of its own.
    and (p_event.over_at is null or p_event.over_at > now() or p_event.status = 'postponed')
    and case
      when p_event.meets = 'both' and not p_event.takes_reservations then q.asked_of = 'all'
      else q.asked_of in ('all', p_attends)
    end;
$$;
