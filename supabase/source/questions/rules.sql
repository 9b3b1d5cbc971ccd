alter table public.event_questions add constraint event_questions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger audit_delete
  after delete on public.event_questions
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.event_questions
  referencing new table as new_rows
  for each statement
  execute function private.audit();
create trigger audit_update
  after update on public.event_questions
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit();
create trigger set_updated_at
  before update on public.event_questions
  for each row
  execute function private.set_updated_at();

create policy "Admins read all questions" on public.event_questions
  for select to authenticated
  using ((select public.is_admin()));

create policy "Visitors read open questions of events that they see" on public.event_questions
  for select to anon, authenticated
  using (closed_at is null and (exists (select e.id
   from public.events e
  where e.id = event_questions.event_id)));

grant select on public.event_questions to authenticated;
grant select (
  id, event_id, position, kind, text, hint, options, is_required, asked_of, keep, closed_at, for_door
) on public.event_questions to anon;


alter table public.entry_answers add constraint entry_answers_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

create policy "Admins read answers" on public.entry_answers
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.entry_answers to authenticated;
