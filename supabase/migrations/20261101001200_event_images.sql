insert into storage.buckets (id, name, public, file_size_limit)
values ('event-images', 'event-images', true, 5242880)
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit;

-- The storage service needs to see an object before it replaces or deletes it.
create policy "Admins see event images" on storage.objects
  for select to authenticated using (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins add event images" on storage.objects
  for insert to authenticated with check (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins replace event images" on storage.objects
  for update to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()))
  with check (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins delete event images" on storage.objects
  for delete to authenticated using (bucket_id = 'event-images' and (select public.is_admin()));
