-- Returns what a person who has proposed a talk sees by their link: {event, deadline, is_open, title, kind, abstract,
-- name, email, state: new, accepted or declined, confirm_by, confirmed_at}; an empty object for a link that leads
-- nowhere.
create function public.proposal_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'event', jsonb_build_object('key', e.address, 'title', e.title), 'deadline', c.deadline,
    'is_open', private.call_is_open(e.id),
    'title', p.title, 'kind', p.kind, 'abstract', p.abstract, 'name', p.name, 'email', p.email,
    'state', case when p.state = 'discussed' then 'new' else p.state end, 'confirm_by', p.confirm_by,
    'confirmed_at', p.confirmed_at
  )
  from private.talk_proposals p
  join public.events e on e.id = p.event_id
  left join private.talk_calls c on c.event_id = e.id
  where p.link_digest = p_token_digest
), '{}');

grant execute on function public.proposal_page to service_role;
