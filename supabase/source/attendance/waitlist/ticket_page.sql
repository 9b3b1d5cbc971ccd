-- Returns what a ticket shows, by the digest of its own token, with which nothing can be changed: the name, the event
-- and the reservation. An empty object if the link leads nowhere.
create function public.ticket_page(p_ticket_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'name', w.name,
    'event', private.event_facts(w.event_id),
    'reservation', private.own_reservation(w.id) - 'words'
  )
  from private.waitlist_links l
  join public.waitlist_entries w on w.id = l.entry_id
  where l.ticket_digest = p_ticket_digest
  limit 1
), '{}');

grant execute on function public.ticket_page to service_role;
