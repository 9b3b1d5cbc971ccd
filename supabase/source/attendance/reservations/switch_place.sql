-- Switches the holder of this link between room and online at an event that meets in both, or puts them at the end of
-- the waitlist there; they keep their spot until they have the other one, and it is then offered to the next person.
-- Who asks to attend then asks for the other. Returns switched, waits (on that waitlist), stays (they are already
-- there, or no longer want to switch), closed (not possible now, or not confirmed) or nowhere.
create function public.switch_place(p_token_digest text, p_attends text, p_mails boolean)
  returns public.switch_place_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
begin
  if own.id is null then
    return 'nowhere';
  end if;
  if p_attends = own.attends then
    update public.reservations r set switches_to = null where r.id = own.id and r.switches_to is not null;
    return 'stays';
  end if;
  if not private.may_switch(own) then
    return 'closed';
  end if;
  if own.state = 'asked' then
    update public.reservations r set attends = p_attends where r.id = own.id;
    return 'switched';
  end if;
  -- A repeated call keeps the position.
  if own.switches_to is null then
    update public.reservations r
      set attends = case when own.state = 'waiting' then p_attends else own.attends end,
        switches_to = case when own.state = 'placed' then p_attends end,
        line = (select max(l.line) + 1 from public.reservations l where l.event_id = own.event_id)
      where r.id = own.id;
  end if;
  perform private.take_spots(own.id, true);
  perform public.promote_line(own.event_id, p_mails);
  return (
    select case when r.waits_for is null then 'switched' else 'waits' end from public.reservations r where r.id = own.id
  );
end;
$$;

grant execute on function public.switch_place to service_role;
