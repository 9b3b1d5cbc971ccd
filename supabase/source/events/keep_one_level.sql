-- Trigger: an event can only be for the people of an event that takes reservations and is open to everyone, so that
-- nobody needs a reservation to make a reservation.
create function private.keep_one_level() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  main public.events;
begin
  -- Locked, so that it cannot become an event for the people of another one at the same time.
  select e.* into main from public.events e where e.id = new.for_people_of for no key update;
  if new.for_people_of = new.id
    or main.for_people_of is not null
    or not main.takes_reservations
    or exists (select from public.events e where e.for_people_of = new.id)
  then
    raise exception 'events_for_people_of_fkey: one level only, below an event that takes reservations'
      using errcode = 'foreign_key_violation', constraint = 'events_for_people_of_fkey';
  end if;
  return new;
end;
$$;
