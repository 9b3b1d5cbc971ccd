-- For admins: gives an event by link that is still as it was at p_version, and its workshops, new addresses; the former
-- ones and preview links lead nowhere. The log names the change without the addresses. Returns renewed, changed or
-- not-found.
create function public.renew_event_link(p_event uuid, p_version timestamptz) returns public.renew_event_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
begin
  perform private.require_admin();
  select e.* into event from public.events e where e.id = p_event for no key update;
  if not found then
    return 'not-found';
  end if;
  if event.updated_at is distinct from p_version or event.visibility <> 'link' then
    return 'changed';
  end if;
  update private.previews p set expires_at = now() where p.event_id = p_event and p.expires_at > now();
  -- Whoever has the program of this event has the addresses of its workshops.
  with renewed as (
    update public.events e
      set link_secret = private.new_link_secret()
      where e.id = p_event or (e.for_people_of = p_event and e.visibility = 'link')
      returning e.id
  )
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select auth.uid(), (select u.email from auth.users u where u.id = auth.uid()), 'update', 'events', r.id::text,
      '{"columns": ["link_secret"]}'
    from renewed r;
  return 'renewed';
end;
$$;

-- for admins: writes the secret part of an event's address
grant execute on function public.renew_event_link to authenticated;
