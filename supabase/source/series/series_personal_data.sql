-- Returns the series subscriptions of the owner of an address.
create function private.series_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'series', coalesce(
      jsonb_agg(
        to_jsonb(s) - array['id', 'series_id'] || jsonb_build_object('series', g.name) order by s.requested_at, s.id
      ),
      '[]'
    )
  )
  from private.series_subscriptions s
  join public.series g on g.id = s.series_id
  where lower(s.email) = p_address;
$$;
