alter table public.events add constraint events_place_id_fkey
  foreign key (place_id) references public.places(id);

call pg_temp.note_updates('public.places');
call pg_temp.audit('public.places');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.places');
call pg_temp.note_updates('public.place_notes');
call pg_temp.audit_names('public.place_notes');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.place_notes');

create trigger change_events_ahead
  after update on public.places
  for each row
  execute function private.change_events_ahead();
create trigger copy_place
  before insert or update on public.events
  for each row
  execute function private.copy_place();

create policy "Visitors read places with a published event" on public.places
  for select to anon, authenticated
  using (exists (select from public.events e where e.place_id = places.id));

grant delete, select on public.places to authenticated;
grant select (
  id, key, name, street, city, island, in_words, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, picture_path, picture_alt, picture_width, picture_height, updated_at
) on public.places to anon;
call pg_temp.grant_all_but('insert', 'public.places', 'created_at, updated_at');
call pg_temp.grant_all_but('update', 'public.places', 'created_at, updated_at, id, key');

grant delete, select on public.place_notes to authenticated;
grant insert (id, notes), update (notes) on public.place_notes to authenticated;
