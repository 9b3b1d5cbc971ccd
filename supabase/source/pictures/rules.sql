call pg_temp.note_updates('public.pictures');
call pg_temp.audit('public.pictures');
call pg_temp.allow('Admins', 'read, add, change', 'public.pictures');

create trigger copy_to_site
  after update of alt, focus on public.pictures
  for each row
  when (old.alt is distinct from new.alt or old.focus is distinct from new.focus)
  execute function private.copy_picture_to_site();

grant select on public.pictures to authenticated;
grant insert (id, path, alt, width, height, bytes, focus) on public.pictures to authenticated;
grant update (alt, focus) on public.pictures to authenticated;

create policy "Admins add event images" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins delete event images" on storage.objects
  for delete to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins replace event images" on storage.objects
  for update to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()))
  with check (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins see event images" on storage.objects
  for select to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-images', 'event-images', true, 5242880, array['image/avif', 'image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
