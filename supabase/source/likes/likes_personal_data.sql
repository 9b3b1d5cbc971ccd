-- Returns the likes of an account; those of visitors cannot be attributed to a person.
create function private.likes_personal_data(p_account uuid) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'likes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('resource', r.title, 'created_at', l.created_at) order by l.created_at, l.id), '[]'
      )
      from public.resource_likes l
      join public.education_resources r on r.id = l.resource_id
      where l.user_id = p_account
    )
  );
$$;
