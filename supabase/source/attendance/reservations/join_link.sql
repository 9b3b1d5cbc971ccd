create function public.join_link(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins see the link of an online event' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'url', (select j.url from private.join_links j where j.event_id = p_event),
    'people', (select count(*) from public.reservations r where r.event_id = p_event and private.may_join(r))
  );
end;
$$;

comment on function public.join_link(uuid) is
  'For admins: returns {url, people}: the link where people with a spot online meet (null while there is none), and the number of reservations that see it.';

-- for admins: reads the link of an online event
grant execute on function public.join_link(uuid) to authenticated;
