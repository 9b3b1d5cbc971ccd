alter table private.talk_calls add constraint talk_calls_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.talk_proposals add constraint talk_proposals_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger set_updated_at
  before update on private.talk_calls
  for each row
  execute function private.set_updated_at();
create trigger set_updated_at
  before update on private.talk_proposals
  for each row
  execute function private.set_updated_at();

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('proposal-confirm', 'transactional', true, 2),
  ('proposal-answer', 'transactional', true, 2);
