alter table public.outbox add constraint outbox_waitlist_entry_id_fkey
  foreign key (waitlist_entry_id) references public.waitlist_entries(id) on delete cascade;
alter table public.outbox add constraint outbox_subscriber_id_fkey
  foreign key (subscriber_id) references public.newsletter_subscribers(id) on delete cascade;

call pg_temp.audit_names('public.outbox', 'update');
call pg_temp.allow('Admins', 'read', 'public.outbox');

grant select on public.outbox to authenticated;
