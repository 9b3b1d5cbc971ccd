-- Returns {agenda, programme} for the link of a person with a spot at an event with a published program, as in
-- own_agenda and programme_facts; an empty object for any other link.
create function public.agenda_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object('agenda', own.agenda, 'programme', private.programme_facts(r.event_id, null, null, false))
  from private.waitlist_links l
  join public.reservations r on r.id = l.entry_id
  cross join lateral (select private.own_agenda(r.id) as agenda) own
  where l.token_digest = p_token_digest and own.agenda is not null
), '{}');

grant execute on function public.agenda_page to service_role;
