-- Returns messages of the owner of an address, with the answers to them.
create function private.contact_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'messages', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(m) - array['id', 'search_text']) || jsonb_build_object(
            'answers', (
              select coalesce(
                jsonb_agg(jsonb_build_object('answer', a.answer, 'created_at', a.created_at) order by a.occurrence),
                '[]'
              )
              from public.message_answers a where a.message_id = m.id
            )
          )
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.contact_messages m where lower(m.email) = p_address
    )
  );
$$;
