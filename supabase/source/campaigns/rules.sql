alter table public.campaigns add constraint campaigns_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.campaign_people add constraint campaign_people_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

create trigger audit_delete
  after delete on public.campaigns
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.campaigns
  referencing new table as new_rows
  for each statement
  execute function private.audit();
create trigger audit_update
  after update on public.campaigns
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit();
create trigger set_updated_at
  before update on public.campaigns
  for each row
  execute function private.set_updated_at();

create policy "Admins read campaigns" on public.campaigns
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.campaigns to authenticated;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('event-news', 'transactional', true, 2),
  ('event-news-test', 'transactional', true, 2);
