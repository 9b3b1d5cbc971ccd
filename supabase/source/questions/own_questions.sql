-- Returns what a person can answer on their own page, and until when (null: no end is known): {until, questions: the
-- rows with value, and kept, the chosen options that are no longer offered}.
create function private.own_questions(p_entry uuid) returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select jsonb_build_object(
      'until', case when isfinite(private.answers_end(e)) then private.answers_end(e) end,
      'questions', (
        select coalesce(
          jsonb_agg(
            to_jsonb(q) || jsonb_build_object('value', coalesce(a.value, '[]'), 'kept', array(
              select chosen from jsonb_array_elements_text(a.value) chosen
              where q.kind in ('one', 'several') and chosen <> all (q.options)
            ))
            order by q.position
          ),
          '[]'
        )
        from private.questions_of(p_entry) q
        left join public.entry_answers a on a.entry_id = p_entry and a.question_id = q.id
        where private.answers_end(e) > now()
      )
    )
    from public.waitlist_entries w
    join public.events e on e.id = w.event_id
    where w.id = p_entry
  );
end;
$$;
