-- Returns the waitlist entries of the owner of an address with their reservations, answers and agendas, entries left
-- within a day, and changes of address.
create function private.waitlist_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'waitlists', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(w) - array['id', 'event_id', 'search_text', 'link_generation', 'for_entry']) || jsonb_build_object(
            'event', e.title,
            'reservation', (
              select to_jsonb(r) - array['id', 'event_id', 'line', 'offers', 'to_be_notified', 'waits_for']
              from public.reservations r
              where r.id = w.id
            ),
            'credentials', (
              select jsonb_agg(to_jsonb(c) - 'reservation_id' order by c.person)
              from public.credentials c
              where c.reservation_id = w.id
            ),
            'answers', private.answers_of(w.id),
            'agenda', (
              select jsonb_build_object(
                'stored_at', a.stored_at,
                'talks', (
                  select jsonb_agg(t.title order by t.number) from public.talks t where t.number = any (a.talks)
                )
              )
              from private.agendas a
              where a.entry_id = w.id
            ),
            'delivery', (
              select jsonb_build_object(
                'attempts', o.attempts,
                'delivered_at', o.delivered_at,
                'failed_at', o.failed_at,
                'last_error', o.last_error
              )
              from public.outbox o where o.waitlist_entry_id = w.id
            )
          )
          order by w.created_at, w.suspected_spam, w.id
        ),
        '[]'
      )
      from public.waitlist_entries w
      join public.events e on e.id = w.event_id
      where lower(w.email) = p_address
    ),
    'left_waitlists', (
      select coalesce(
        jsonb_agg(
          (d.entry - array['id', 'event_id', 'search_text', 'link_generation', 'for_entry']) || jsonb_build_object(
            'event', e.title,
            'left_at', d.left_at,
            'reservation', d.reservation - array['id', 'event_id', 'line', 'offers', 'to_be_notified', 'waits_for'],
            'answers', (
              select jsonb_agg(jsonb_build_object('question', q.text, 'value', a.value) order by q.position)
              from jsonb_populate_recordset(null::public.entry_answers, nullif(d.belongings -> 'answers', 'null')) a
              join public.event_questions q on q.id = a.question_id
            ),
            'delivered_at', d.delivery ->> 'delivered_at'
          )
          order by d.left_at
        ),
        '[]'
      )
      from private.waitlist_departures d
      join public.events e on e.id = d.event_id
      where lower(d.entry ->> 'email') = p_address
    ),
    'waitlist_changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('event', e.title, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at)
          order by c.asked_at, c.id
        ),
        '[]'
      )
      from private.waitlist_address_changes c
      join public.waitlist_entries w on w.id = c.entry_id
      join public.events e on e.id = w.event_id
      where p_address in (lower(c.email), lower(c.previous_email), lower(w.email))
    )
  );
$$;
