grant delete on public.contact_messages to authenticated;

create policy "Admins delete contact messages" on public.contact_messages
  for delete to authenticated using ((select public.is_admin()));
