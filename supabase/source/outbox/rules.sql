alter table public.outbox add constraint outbox_waitlist_entry_id_fkey
  foreign key (waitlist_entry_id) references public.waitlist_entries(id) on delete cascade;
alter table public.outbox add constraint outbox_subscriber_id_fkey
  foreign key (subscriber_id) references public.newsletter_subscribers(id) on delete cascade;

create trigger audit_update
  after update on public.outbox
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');

create policy "Admins read the outbox" on public.outbox
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.outbox to authenticated;
