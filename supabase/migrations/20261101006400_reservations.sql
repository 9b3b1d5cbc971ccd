-- An event can give its places here: a reservation goes with the entry of whoever signs up, and all of an event's are decided under one lock.
alter table public.events
  add column takes_reservations boolean not null default false,
  add column sign_up_opens_at timestamp with time zone,
  add column sign_up_closes_at timestamp with time zone,
  add column party_limit smallint not null default 1 constraint party_limit_is_1_to_10 check (party_limit between 1 and 10),
  add column question text constraint question_has_1_to_200_characters check (btrim(question) <> '' and public.visible_length(question) <= 200),
  add column offer_hours smallint not null default 24 constraint an_offer_stands_1_to_168_hours check (offer_hours between 1 and 168),
  add constraint places_are_counted_and_given_here check (not takes_reservations or (attendee_limit is not null and ticket_url is null)),
  add constraint sign_up_closes_after_it_opens check (sign_up_closes_at > sign_up_opens_at);

comment on column public.events.takes_reservations is 'Whether its attendee_limit places are given here, free of charge.';
comment on column public.events.sign_up_opens_at is 'Before it nobody reserves; null for at once.';
comment on column public.events.sign_up_closes_at is 'From it on nobody reserves; null for when the event begins.';
comment on column public.events.party_limit is 'How many people one reservation may be for.';
comment on column public.events.question is 'What the organizer asks whoever signs up; answers are for admins alone, and erased 7 days after the event.';
comment on column public.events.offer_hours is 'How long an offered place is kept, where the event is not near.';

grant select (takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, question, offer_hours) on table public.events to anon, authenticated;
grant insert (takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, question, offer_hours) on table public.events to authenticated;
grant update (takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, question, offer_hours) on table public.events to authenticated;

create table public.event_places (
  event_id uuid primary key references public.events on delete cascade,
  taken integer not null default 0 check (taken >= 0),
  waiting integer not null default 0 check (waiting >= 0),
  moved_up integer not null default 0 check (moved_up >= 0)
);

comment on table public.event_places is 'Of each event that takes reservations, what the public sees of them. Its row is the lock under which places change hands.';
comment on column public.event_places.taken is 'People with a place, and those to whom one is offered.';
comment on column public.event_places.waiting is 'People in line for one.';
comment on column public.event_places.moved_up is 'How often an admin moved somebody to the front of the line.';

alter table public.event_places enable row level security;
revoke all on public.event_places from public, anon, authenticated, service_role;
grant select on public.event_places to anon, authenticated;

-- Whose policy of events shows the event.
create policy "Visitors read the places of events that they see" on public.event_places
  for select to anon, authenticated
  using (exists (select e.id from public.events e where e.id = event_id));

create function public.new_check_in_code()
 returns text
 language sql
 volatile
 set search_path = ''
return (
  select string_agg(substr('ABCDEFGHJKMNPQRTUVWXYZ', get_byte(random.bytes, place) % 22 + 1, 1), '' order by place)
  from (select decode(md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex') as bytes) random
  cross join generate_series(0, 7) as place
);

comment on function public.new_check_in_code() is 'Eight letters for the door, none that looks like a digit or like another one; 2 to the 35th of them.';

revoke all on function public.new_check_in_code() from public;

create table public.reservations (
  id uuid primary key references public.waitlist_entries on delete cascade,
  event_id uuid not null references public.events on delete cascade,
  party smallint not null default 1 constraint party_is_1_to_10 check (party between 1 and 10),
  answer text constraint answer_has_1_to_500_characters check (btrim(answer) <> '' and public.visible_length(answer) <= 500),
  state text not null constraint state_is_known check (state in ('placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside')),
  line integer not null,
  hold_until timestamp with time zone,
  offers integer not null default 0 check (offers >= 0),
  offered_at timestamp with time zone,
  offer_ends_at timestamp with time zone,
  to_be_told boolean not null default false,
  code text not null default public.new_check_in_code() constraint code_has_8_letters check (code ~ '^[A-Z]{8}$'),
  arrived smallint constraint arrived_is_1_to_10 check (arrived between 1 and 10),
  checked_in_at timestamp with time zone,
  checked_in_by text constraint helper_has_1_to_60_characters check (btrim(checked_in_by) <> '' and public.visible_length(checked_in_by) <= 60),
  constraint one_position_for_one unique (event_id, line),
  constraint one_code_for_one unique (code),
  constraint only_a_place_is_held check (hold_until is null or state = 'placed'),
  constraint only_an_offer_ends check (offer_ends_at is null or state = 'offered'),
  constraint whoever_came_was_checked_in check (num_nonnulls(arrived, checked_in_at, checked_in_by) in (0, 3)),
  constraint whoever_came_had_a_place check (checked_in_at is null or state in ('placed', 'past'))
);

comment on table public.reservations is 'Who has a place at an event that gives its places here, who waits for one, and who came.';
comment on column public.reservations.id is 'Of the waitlist entry, which has the name and the address.';
comment on column public.reservations.party is 'For how many people.';
comment on column public.reservations.answer is 'To the event''s question. May be about health: never shown at the door, erased 7 days after the event.';
comment on column public.reservations.state is 'declined and lapsed: an offer was turned down, or ran out; not asked again unless they join the line again. canceled: an admin has taken the place back. past: it was for an earlier edition of the same event. set-aside: suspected spam.';
comment on column public.reservations.line is 'Order in which free places are offered, counted up.';
comment on column public.reservations.hold_until is 'Until when a place is kept for an address that nobody has confirmed; null where it is confirmed, and for one that needs no mail.';
comment on column public.reservations.offers is 'How many offers there were; the occasion of the latest offer''s mail.';
comment on column public.reservations.offer_ends_at is 'Null until the sender has accepted the mail.';
comment on column public.reservations.to_be_told is 'An admin has given or taken the place, and no mail says so.';
comment on column public.reservations.code is 'What the ticket shows at the door. It opens nothing without a door pass.';
comment on column public.reservations.arrived is 'How many of the party came.';
comment on column public.reservations.checked_in_by is 'The name that a helper at the door has given.';

create index reservations_in_line on public.reservations using btree (event_id, line) where state = 'waiting';
create index reservations_with_deadlines on public.reservations using btree (event_id) where state = 'offered' or hold_until is not null;
alter table public.reservations enable row level security;
revoke all on public.reservations from public, anon, authenticated, service_role;
grant select on public.reservations to authenticated;

create policy "Admins read reservations" on public.reservations
  for select to authenticated
  using ((select public.is_admin()));

create trigger audit_update after update on public.reservations referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');

create table public.line_moves (
  id uuid primary key default gen_random_uuid(),
  reservation_id uuid not null references public.reservations on delete cascade,
  reason text not null constraint reason_has_1_to_200_characters check (btrim(reason) <> '' and public.visible_length(reason) <= 200),
  moved_by uuid default auth.uid(),
  moved_at timestamp with time zone not null default now()
);

comment on table public.line_moves is 'Whom an admin has moved to the front of a line, and why.';
comment on column public.line_moves.moved_by is 'No foreign key, as in the log.';

create index line_moves_of_a_reservation on public.line_moves using btree (reservation_id);
alter table public.line_moves enable row level security;
revoke all on public.line_moves from public, anon, authenticated, service_role;
grant select on public.line_moves to authenticated;

create policy "Admins read moves in line" on public.line_moves
  for select to authenticated
  using ((select public.is_admin()));

create trigger audit_insert after insert on public.line_moves referencing new table as new_rows for each statement execute function public.audit();

create function public.count_places()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if tg_op = 'INSERT' then
    update public.event_places p
      set taken = p.taken + c.taken, waiting = p.waiting + c.waiting
      from (
        select r.event_id,
          coalesce(sum(r.party) filter (where r.state in ('placed', 'offered')), 0) as taken,
          coalesce(sum(r.party) filter (where r.state = 'waiting'), 0) as waiting
        from new_rows r group by r.event_id
      ) c
      where p.event_id = c.event_id and (c.taken, c.waiting) <> (0, 0);
  elsif tg_op = 'DELETE' then
    update public.event_places p
      set taken = p.taken - c.taken, waiting = p.waiting - c.waiting
      from (
        select r.event_id,
          coalesce(sum(r.party) filter (where r.state in ('placed', 'offered')), 0) as taken,
          coalesce(sum(r.party) filter (where r.state = 'waiting'), 0) as waiting
        from old_rows r group by r.event_id
      ) c
      where p.event_id = c.event_id and (c.taken, c.waiting) <> (0, 0);
  else
    update public.event_places p
      set taken = p.taken + c.taken, waiting = p.waiting + c.waiting
      from (
        select r.event_id,
          coalesce(sum(r.sign * r.party) filter (where r.state in ('placed', 'offered')), 0) as taken,
          coalesce(sum(r.sign * r.party) filter (where r.state = 'waiting'), 0) as waiting
        from (
          select n.event_id, n.party, n.state, 1 as sign from new_rows n
          union all
          select o.event_id, o.party, o.state, -1 from old_rows o
        ) r
        group by r.event_id
      ) c
      where p.event_id = c.event_id and (c.taken, c.waiting) <> (0, 0);
  end if;
  return null;
end;
$function$;

comment on function public.count_places() is 'Trigger: keeps the counts of an event''s places.';

revoke all on function public.count_places() from public;

create trigger count_places_insert after insert on public.reservations referencing new table as new_rows for each statement execute function public.count_places();
create trigger count_places_update after update on public.reservations referencing old table as old_rows new table as new_rows for each statement execute function public.count_places();
create trigger count_places_delete after delete on public.reservations referencing old table as old_rows for each statement execute function public.count_places();

create function public.lock_places()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  perform from public.event_places p where p.event_id = old.event_id for update;
  return old;
end;
$function$;

comment on function public.lock_places() is 'Trigger: whoever deletes an entry takes the lock of its event before the reservation, as everybody else does.';

revoke all on function public.lock_places() from public;

create trigger lock_places before delete on public.waitlist_entries for each row execute function public.lock_places();

create function public.sign_up(p_event uuid)
 returns text
 language sql
 stable
 set search_path = ''
return (
  select case
    when e.status = 'cancelled' or e.waitlist_closed then 'closed'
    when e.status = 'postponed' or e.starts_at is null then 'line'
    when e.over_at <= now() then 'next'
    when e.date_precision not in ('exact', 'day') then 'line'
    when e.sign_up_opens_at > now() then 'early'
    when least(e.sign_up_closes_at, e.starts_at) <= now() then 'late'
    else 'open'
  end
  from public.events e
  where e.id = p_event
);

comment on function public.sign_up(uuid) is 'Whether places are given at the moment: open; line (no date holds: people wait in line); early, late; next (it is over, and people join for the next edition); closed.';

revoke all on function public.sign_up(uuid) from public;

create function public.line_up(p_event uuid)
 returns void
 language sql
 set search_path = ''
as $function$
  insert into public.reservations (id, event_id, state, line)
    select w.id, w.event_id, case when w.suspected_spam then 'set-aside' else 'waiting' end,
      row_number() over (order by w.created_at, w.id) + (select coalesce(max(r.line), 0) from public.reservations r where r.event_id = p_event)
    from public.waitlist_entries w
    where w.event_id = p_event and not exists (select from public.reservations r where r.id = w.id);
$function$;

comment on function public.line_up(uuid) is 'Puts everybody on the list of an event who has no reservation into its line, in the order in which they joined.';

revoke all on function public.line_up(uuid) from public;

create function public.set_up_places()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if new.takes_reservations then
    insert into public.event_places (event_id) values (new.id) on conflict do nothing;
    perform from public.event_places p where p.event_id = new.id for update;
    perform public.line_up(new.id);
  else
    perform from public.event_places p where p.event_id = new.id for update;
    if exists (select from public.reservations r where r.event_id = new.id and r.state in ('placed', 'offered')) then
      raise exception 'somebody has a place at this event' using errcode = 'restrict_violation', constraint = 'somebody_has_a_place';
    end if;
    delete from public.reservations r where r.event_id = new.id;
    delete from public.event_places p where p.event_id = new.id;
  end if;
  return null;
end;
$function$;

comment on function public.set_up_places() is 'Trigger: whoever waits for an event is in line once it takes reservations. It goes on taking them while somebody has a place.';

revoke all on function public.set_up_places() from public;

create trigger set_up_places_of_new after insert on public.events for each row when (new.takes_reservations) execute function public.set_up_places();
create trigger set_up_places after update of takes_reservations on public.events for each row when (new.takes_reservations <> old.takes_reservations) execute function public.set_up_places();

create or replace function public.note_past_edition()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  insert into public.past_editions (event_id, over_at) values (new.id, old.over_at) on conflict do nothing;
  if new.takes_reservations and old.takes_reservations then
    perform from public.event_places p where p.event_id = new.id for update;
    update public.reservations r
      set state = 'past', hold_until = null, offer_ends_at = null
      where r.event_id = new.id and r.state <> 'set-aside';
    perform public.line_up(new.id);
  end if;
  return null;
end;
$function$;

comment on function public.note_past_edition() is 'Trigger: keeps the end of an edition when the event gets its next date. Its reservations are past, and who joined after it is in line.';

revoke all on function public.note_past_edition() from public;
