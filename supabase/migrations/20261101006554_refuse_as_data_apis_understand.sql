-- The embedded data API answers 500 to a restrict_violation, as if it were gone; a foreign key's is 409 everywhere.
create or replace function public.set_up_places()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  if new.takes_reservations then
    insert into public.event_places (event_id) values (new.id) on conflict do nothing;
    perform from public.event_places p where p.event_id = new.id for update;
    perform public.line_up(new.id);
  else
    perform from public.event_places p where p.event_id = new.id for update;
    if exists (select from public.reservations r where r.event_id = new.id and r.state in ('placed', 'offered')) then
      raise exception 'somebody has a place at this event' using errcode = 'foreign_key_violation', constraint = 'somebody_has_a_place';
    end if;
    delete from public.reservations r where r.event_id = new.id;
    delete from public.event_places p where p.event_id = new.id;
  end if;
  return null;
end;
$function$;

comment on function public.set_up_places() is 'Trigger: whoever waits for an event is in line once it takes reservations. It goes on taking them while somebody has a place.';

revoke all on function public.set_up_places() from public;
