alter table private.samples add constraint samples_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.samples add constraint samples_recap_of_fkey
  foreign key (recap_of) references public.events(id) on delete cascade;
alter table private.samples add constraint samples_issue_id_fkey
  foreign key (issue_id) references public.newsletter_issues(id) on delete cascade;
alter table private.samples add constraint samples_like_id_fkey
  foreign key (like_id) references public.resource_likes(id) on delete cascade;
alter table private.samples add constraint samples_series_id_fkey
  foreign key (series_id) references public.series(id) on delete cascade;
alter table private.samples add constraint samples_programme_of_fkey
  foreign key (programme_of) references public.events(id) on delete cascade;
alter table private.samples add constraint samples_place_id_fkey
  foreign key (place_id) references public.places(id) on delete cascade;
alter table private.samples add constraint samples_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

create trigger forget_sample
  after update on public.events
  for each row
  execute function private.forget_sample();
create trigger forget_sample_series
  after update on public.series
  for each row
  when (old.template_id is not distinct from new.template_id)
  execute function private.forget_sample_series();
create trigger forget_sample_place
  after update on public.places
  for each row
  execute function private.forget_sample_place();
create trigger forget_sample_programme
  after insert or update or delete on public.rooms
  for each row
  execute function private.forget_sample_programme();
create trigger forget_sample_programme
  after insert or update or delete on public.speakers
  for each row
  execute function private.forget_sample_programme();
create trigger forget_sample_programme
  after insert or update or delete on public.talks
  for each row
  execute function private.forget_sample_programme();
