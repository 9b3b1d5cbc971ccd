alter table private.talk_calls add constraint talk_calls_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.talk_proposals add constraint talk_proposals_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('private.talk_calls');
call pg_temp.note_updates('private.talk_proposals');

-- person: the proposal
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('proposal-confirm', 'transactional', true, 2, 'proposal'),
  ('proposal-answer', 'transactional', true, 2, 'proposal');
