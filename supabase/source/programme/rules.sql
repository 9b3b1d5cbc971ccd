alter table public.programmes add constraint programmes_id_fkey
  foreign key (id) references public.events(id) on delete cascade;
alter table public.rooms add constraint rooms_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.speakers add constraint speakers_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.talks add constraint talks_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.talks add constraint talks_workshop_id_fkey
  foreign key (workshop_id) references public.events(id) on delete set null;
alter table private.gone_talks add constraint gone_talks_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.agendas add constraint agendas_entry_id_fkey
  foreign key (entry_id) references public.reservations(id) on delete cascade;
alter table private.speaker_contacts add constraint speaker_contacts_speaker_id_fkey
  foreign key (speaker_id) references public.speakers(id) on delete cascade;
alter table private.talk_changes add constraint talk_changes_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger note_gone_talk
  after delete on public.talks
  for each row
  when (old.is_announced and old.starts_at is not null)
  execute function private.note_gone_talk();
create trigger note_talk_change_on_delete
  after delete on public.talks
  for each row
  when (old.is_announced)
  execute function private.note_talk_change();
create trigger note_talk_change_on_insert
  after insert on public.talks
  for each row
  when (new.is_announced)
  execute function private.note_talk_change();
create trigger note_talk_change_on_update
  after update on public.talks
  for each row
  when (
    new.is_announced
    and (
      not old.is_announced
      or (old.starts_at, old.ends_at, old.room_id, old.status) is distinct from
        (new.starts_at, new.ends_at, new.room_id, new.status)
    )
  )
  execute function private.note_talk_change();
create trigger set_talk_sequence
  before update on public.talks
  for each row
  when (
    (old.title, old.starts_at, old.ends_at, old.room_id, old.status, old.is_announced) is distinct from
    (new.title, new.starts_at, new.ends_at, new.room_id, new.status, new.is_announced)
  )
  execute function private.set_talk_sequence();

create trigger note_for_search
  after insert or update or delete on public.talks
  for each row
  execute function private.note_talk_for_search();
create trigger note_for_search
  after insert or update or delete on public.talk_speakers
  for each row
  execute function private.note_speech_for_search();
create trigger note_for_search
  after update on public.speakers
  for each row
  when (old.name is distinct from new.name or old.organization is distinct from new.organization)
  execute function private.note_speaker_for_search();
create trigger note_for_search
  after insert or update or delete on public.programmes
  for each row
  execute function private.note_programme_for_search();
create trigger note_programme_for_search
  after update on public.events
  for each row
  when (
    old.is_listed is distinct from new.is_listed
    or old.title is distinct from new.title
    or old.status is distinct from new.status
    or old.over_at is distinct from new.over_at
  )
  execute function private.note_programme_for_search();

call pg_temp.note_updates('public.programmes');
call pg_temp.audit('public.programmes');
call pg_temp.allow('Admins', 'read, add, change', 'public.programmes');
call pg_temp.note_updates('public.rooms');
call pg_temp.audit('public.rooms');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.rooms');
call pg_temp.note_updates('public.speakers');
call pg_temp.audit('public.speakers');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.speakers');
call pg_temp.note_updates('public.talks');
call pg_temp.audit('public.talks');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.talks');
call pg_temp.allow('Admins', 'read, add, delete', 'public.talk_speakers');

create policy "Visitors read which published events have a published program" on public.programmes
  for select to anon, authenticated
  using (published_at is not null and exists (select from public.events e where e.id = programmes.id));

grant select on public.programmes to authenticated;
grant select (id, published_at) on public.programmes to anon;
grant insert (id, published_at) on public.programmes to authenticated;
grant update (id, published_at) on public.programmes to authenticated;
grant delete, select on public.rooms to authenticated;
call pg_temp.grant_all_but('insert', 'public.rooms', 'created_at, updated_at, id');
call pg_temp.grant_all_but('update', 'public.rooms', 'created_at, updated_at, id, event_id');
grant delete, select on public.speakers to authenticated;
call pg_temp.grant_all_but('insert', 'public.speakers', 'created_at, updated_at, number');
call pg_temp.grant_all_but('update', 'public.speakers', 'created_at, updated_at, id, number, event_id');
grant delete, select on public.talks to authenticated;
call pg_temp.grant_all_but('insert', 'public.talks', 'created_at, updated_at, number, sequence');
call pg_temp.grant_all_but('update', 'public.talks', 'created_at, updated_at, id, number, event_id, sequence');
grant delete, insert, select on public.talk_speakers to authenticated;

-- person: the entry, and the speaker
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('agenda-changed', 'transactional', true, 2, 'status'),
  ('speaker-corrections', 'transactional', true, 2, 'programme');
