-- Returns suggestions of the owner of an address.
create function private.suggestions_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'suggestions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'id' order by s.created_at, s.id), '[]')
      from public.suggestions s where lower(s.email) = p_address
    )
  );
$$;
