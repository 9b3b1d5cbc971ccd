alter table private.bulk_actions add constraint bulk_actions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

alter table private.bulk_action_people add constraint bulk_action_people_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;
