-- Returns what a person who has signed up is asked: nothing once they have no spot, and neither wait nor ask for one.
create function private.questions_of(p_entry uuid) returns setof public.event_questions
language sql
stable
as $$
  select q.*
  from public.waitlist_entries w
  join public.events e on e.id = w.event_id
  left join public.reservations r on r.id = w.id
  cross join private.questions_for(e, coalesce(r.attends, private.attends_at(e, null))) q
  where w.id = p_entry
    and not w.suspected_spam
    and coalesce(r.state in ('placed', 'offered', 'waiting', 'asked'), true);
$$;
