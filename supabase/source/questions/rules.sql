alter table public.event_questions add constraint event_questions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('public.event_questions');
call pg_temp.audit('public.event_questions');
call pg_temp.allow('Admins', 'read', 'public.event_questions');
call pg_temp.allow('Admins', 'read', 'public.entry_answers');

create policy "Visitors read open questions of events that they see" on public.event_questions
  for select to anon, authenticated
  using (closed_at is null and exists (select e.id from public.events e where e.id = event_questions.event_id));

grant select on public.event_questions to authenticated;
grant select (
  id, event_id, position, kind, text, hint, options, is_required, asked_of, keep, closed_at, for_door
) on public.event_questions to anon;

alter table public.entry_answers add constraint entry_answers_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

grant select on public.entry_answers to authenticated;
