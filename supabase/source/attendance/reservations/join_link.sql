-- For admins: returns {url, people}: the link where people with a spot online meet (null while there is none), and the
-- number of reservations that see it.
create function public.join_link(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'url', (select j.url from private.join_links j where j.event_id = p_event),
    'people', (select count(*) from public.reservations r where r.event_id = p_event and private.may_join(r))
  );
end;
$$;

-- for admins: reads the link of an online event
grant execute on function public.join_link to authenticated;
