alter table public.events add constraint events_place_id_fkey
  foreign key (place_id) references public.places(id);

create trigger audit_delete
  after delete on public.places
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.places
  referencing new table as new_rows
  for each statement
  execute function private.audit();
create trigger audit_update
  after update on public.places
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit();
create trigger change_events_ahead
  after update on public.places
  for each row
  execute function private.change_events_ahead();
create trigger copy_place
  before insert or update on public.events
  for each row
  execute function private.copy_place();
create trigger set_updated_at
  before update on public.places
  for each row
  execute function private.set_updated_at();

create policy "Admins add places" on public.places
  for insert to authenticated
  with check ((select public.is_admin()));

create policy "Admins change places" on public.places
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Admins delete places" on public.places
  for delete to authenticated
  using ((select public.is_admin()));

create policy "Admins read all places" on public.places
  for select to authenticated
  using ((select public.is_admin()));

create policy "Visitors read places with a published event" on public.places
  for select to anon, authenticated
  using (exists (select from public.events e where e.place_id = places.id));

grant delete, select on public.places to authenticated;
grant select (
  id, key, name, street, city, island, in_words, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, picture_path, picture_alt, picture_width, picture_height, updated_at
) on public.places to anon;
grant insert (
  id, key, name, street, city, island, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, capacity, picture_path, picture_alt, picture_width, picture_height
) on public.places to authenticated;
grant update (
  name, street, city, island, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, capacity, picture_path, picture_alt, picture_width, picture_height
) on public.places to authenticated;

create trigger audit_delete
  after delete on public.place_notes
  referencing old table as old_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_insert
  after insert on public.place_notes
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.place_notes
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger set_updated_at
  before update on public.place_notes
  for each row
  execute function private.set_updated_at();

create policy "Admins add notes on places" on public.place_notes
  for insert to authenticated
  with check ((select public.is_admin()));

create policy "Admins change notes on places" on public.place_notes
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Admins delete notes on places" on public.place_notes
  for delete to authenticated
  using ((select public.is_admin()));

create policy "Admins read notes on places" on public.place_notes
  for select to authenticated
  using ((select public.is_admin()));

grant delete, select on public.place_notes to authenticated;
grant insert (id, notes), update (notes) on public.place_notes to authenticated;
