-- Returns the talk proposals of the owner of an address.
create function private.proposals_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'proposals', coalesce(
      jsonb_agg(
        to_jsonb(p) - array['id', 'event_id', 'link_digest'] || jsonb_build_object('event', e.title)
        order by p.created_at, p.id
      ),
      '[]'
    )
  )
  from private.talk_proposals p
  join public.events e on e.id = p.event_id
  where lower(p.email) = p_address;
$$;
