-- An event says how to get there and how to get in.
alter table public.events
  add column steps text,
  add column seating text,
  add column quiet_space text,
  add column parking text,
  add column bus text,
  add column to_bring text,
  add constraint steps_has_1_to_300_characters check (btrim(steps) <> '' and public.visible_length(steps) <= 300),
  add constraint seating_has_1_to_300_characters check (btrim(seating) <> '' and public.visible_length(seating) <= 300),
  add constraint quiet_space_has_1_to_300_characters check (btrim(quiet_space) <> '' and public.visible_length(quiet_space) <= 300),
  add constraint parking_has_1_to_300_characters check (btrim(parking) <> '' and public.visible_length(parking) <= 300),
  add constraint bus_has_1_to_300_characters check (btrim(bus) <> '' and public.visible_length(bus) <= 300),
  add constraint to_bring_has_1_to_300_characters check (btrim(to_bring) <> '' and public.visible_length(to_bring) <= 300);

comment on column public.events.steps is 'Steps, doors and elevators on the way in.';
comment on column public.events.seating is 'What people sit on, and where there is room for a wheelchair.';
comment on column public.events.quiet_space is 'Where it is quiet for a while.';
comment on column public.events.parking is 'Where to park, and what it costs.';
comment on column public.events.bus is 'Lines and stops of the bus.';
comment on column public.events.to_bring is 'What to bring; a reminder says it too.';

grant select (steps, seating, quiet_space, parking, bus, to_bring) on public.events to anon;
grant insert (steps, seating, quiet_space, parking, bus, to_bring), update (steps, seating, quiet_space, parking, bus, to_bring)
  on public.events to authenticated;
