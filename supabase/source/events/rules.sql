alter table public.events add constraint events_series_id_fkey
  foreign key (series_id) references public.series(id) on delete set null;

call pg_temp.note_updates('public.events');
call pg_temp.audit('public.events');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.events');

create trigger end_holds_at_start
  after update of starts_at on public.events
  for each row
  when (new.takes_reservations and new.starts_at < old.starts_at)
  execute function private.end_holds_at_start();
create trigger hide_workshops
  after update of visibility on public.events
  for each row
  when (new.visibility = 'link' and old.visibility <> 'link')
  execute function private.hide_workshops();
create trigger keep_one_level
  before insert or update of for_people_of on public.events
  for each row
  when (new.for_people_of is not null)
  execute function private.keep_one_level();
create trigger keep_sign_up
  before update of admission on public.events
  for each row
  when (new.admission = 'none' and old.admission <> 'none')
  execute function private.keep_sign_up();
create trigger keep_what_is_waited_for
  before delete on public.events
  for each row
  execute function private.keep_what_is_waited_for();
create trigger move_people
  after update of meets on public.events
  for each row
  when (new.takes_reservations and new.meets <> old.meets)
  execute function private.move_people();
create trigger note_past_edition
  after update on public.events
  for each row
  when (old.over_at is distinct from new.over_at and old.over_at <= now() and old.date_precision in ('exact', 'day')
    and old.status <> 'postponed' and old.dated_at <= now() - interval '1 day')
  execute function private.note_past_edition();
create trigger note_for_search
  after insert or update or delete on public.events
  for each row
  execute function private.note_event_for_search();
create trigger set_dated_at
  before update on public.events
  for each row
  when (
    (old.starts_at, old.ends_at, old.date_precision, old.status) is distinct from
    (new.starts_at, new.ends_at, new.date_precision, new.status)
  )
  execute function private.set_dated_at();
create trigger set_news_at
  before update on public.events
  for each row
  execute function private.set_news_at();
create trigger set_event_sequence
  before update on public.events
  for each row
  when (
    old.title is distinct from new.title
    or old.starts_at is distinct from new.starts_at
    or old.ends_at is distinct from new.ends_at
    or old.date_precision is distinct from new.date_precision
    or old.place is distinct from new.place
    or old.meets is distinct from new.meets
    or old.status is distinct from new.status
  )
  execute function private.set_event_sequence();
create trigger set_link_secret
  before insert or update of visibility, for_people_of on public.events
  for each row
  execute function private.set_link_secret();
create trigger set_previous_start
  before update on public.events
  for each row
  when (old.starts_at is distinct from new.starts_at or old.date_precision is distinct from new.date_precision)
  execute function private.set_previous_start();
create trigger set_up_spots
  after update of takes_reservations on public.events
  for each row
  when (new.takes_reservations <> old.takes_reservations)
  execute function private.set_up_spots();
create trigger set_up_spots_of_new
  after insert on public.events
  for each row
  when (new.takes_reservations)
  execute function private.set_up_spots();

create policy "Visitors read published events that everyone may see" on public.events
  for select to anon, authenticated
  using (is_listed);

grant delete, select on public.events to authenticated;
-- Visitors read events by functions. Other tables' policies look for the events that they may see by these columns.
grant select (id, key, place_id, series_id) on public.events to anon;
call pg_temp.grant_all_but('insert', 'public.events',
  'sequence, created_at, updated_at, dated_at, previous_starts_at, news_at, place_details, link_secret, waitlist_closed,
  answers_until');
call pg_temp.grant_all_but('update', 'public.events',
  'sequence, created_at, updated_at, dated_at, previous_starts_at, news_at, place_details, link_secret, id, key');
