alter table public.campaigns add constraint campaigns_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.campaign_people add constraint campaign_people_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

call pg_temp.note_updates('public.campaigns');
call pg_temp.audit('public.campaigns');
call pg_temp.allow('Admins', 'read', 'public.campaigns');

create trigger hold_scheduled
  after update on public.events
  for each row
  when (
    old.relied_on is distinct from new.relied_on and coalesce(new.over_at > now(), true)
    or old.is_published and not new.is_published
  )
  execute function private.hold_scheduled();

grant select on public.campaigns to authenticated;

-- person: the entry, and the admin; occurrence of event-news: the campaign
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('event-news', 'transactional', true, 2, 'status'),
  ('event-news-test', 'transactional', true, 2, null);
