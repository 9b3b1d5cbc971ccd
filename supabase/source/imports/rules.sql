alter table private.imports add constraint imports_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
