-- For admins: counts, for each question of an event, who is asked and who answered, how many chose what, and what
-- numbers add up to: of people with a spot, or of a whole waitlist. It names nobody and returns no text.
create function public.question_counts(p_event uuid) returns table (
  question_id uuid,
  asked bigint,
  answered bigint,
  chosen jsonb,
  total bigint,
  smallest integer,
  largest integer
)
language sql
stable
as $$
  with counted as (
    select w.id, coalesce(r.attends, nullif(e.meets, 'both')) as attends
    from public.events e
    join public.waitlist_entries w on w.event_id = e.id and not w.suspected_spam
    left join public.reservations r on r.id = w.id
    where e.id = p_event and (r.state = 'placed' or not e.takes_reservations)
  )
  select q.id, n.*, coalesce(choices.people, '{}'), numbers.*
  from public.event_questions q
  cross join lateral (
    select count(*), count(a.value)
    from counted c
    left join public.entry_answers a on a.entry_id = c.id and a.question_id = q.id
    where q.asked_of in ('all', c.attends) or a.value is not null
  ) n (asked, answered)
  cross join lateral (
    select jsonb_object_agg(o.choice, o.people)
    from (
      select choice, count(*) as people
      from counted c
      join public.entry_answers a on a.entry_id = c.id and a.question_id = q.id
      cross join jsonb_array_elements_text(a.value) choice
      where q.kind in ('one', 'several', 'yes-no')
      group by choice
    ) o
  ) choices (people)
  cross join lateral (
    select sum(given.number), min(given.number), max(given.number)
    from counted c
    join public.entry_answers a on a.entry_id = c.id and a.question_id = q.id
    cross join lateral (select case when q.kind = 'number' then (a.value ->> 0)::integer end) given (number)
  ) numbers
  where q.event_id = p_event;
$$;

-- for members: reads counts of the answers that they may read
grant execute on function public.question_counts to authenticated;
