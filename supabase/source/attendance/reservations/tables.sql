create table public.event_spots (
  event_id uuid not null,
  attends public.attendance not null,
  taken integer not null default 0,
  waiting integer not null default 0,
  moved_up integer not null default 0,
  constraint event_spots_pkey primary key (event_id, attends),
  constraint event_spots_moved_up_check check (moved_up >= 0),
  constraint event_spots_taken_check check (taken >= 0),
  constraint event_spots_waiting_check check (waiting >= 0)
);

comment on table public.event_spots is
  'What the public sees of an event that takes reservations: one row for people in the room and one for people online.'
  ' These two rows are the lock under which spots change hands.';
comment on column public.event_spots.attends is
  'room or online, as in reservations.attends; both rows exist wherever the event meets.';
comment on column public.event_spots.taken is 'Number of people with a spot or to whom one is offered.';
comment on column public.event_spots.waiting is
  'Number of people on the waitlist for a spot; some have a spot in the other of room and online until then.';
comment on column public.event_spots.moved_up is 'How often an admin moved someone to the front of the waitlist.';

alter table public.event_spots enable row level security;


create table public.reservations (
  id uuid primary key,
  event_id uuid not null,
  party smallint not null default 1,
  state text not null,
  line integer not null,
  hold_until timestamptz,
  offers integer not null default 0,
  offered_at timestamptz,
  offer_ends_at timestamptz,
  to_be_notified boolean not null default false,
  code text not null default private.new_check_in_code(),
  arrived smallint,
  checked_in_at timestamptz,
  checked_in_by text,
  asked_for date,
  coming_at timestamptz,
  attends public.attendance not null default 'room',
  switches_to public.attendance,
  waits_for text generated always as (case when state = 'waiting' then attends else switches_to end) stored,
  decided_at timestamptz,
  words text,
  constraint one_code_for_one unique (code),
  constraint one_position_for_one unique (event_id, line),
  constraint arrived_is_1_to_10 check (arrived between 1 and 10),
  constraint code_has_8_letters check (code ~ '^[A-Z]{8}$'),
  constraint helper_has_1_to_60_characters check (
    btrim(checked_in_by) <> '' and public.visible_length(checked_in_by) <= 60
  ),
  constraint only_a_spot_is_held check (hold_until is null or state = 'placed'),
  constraint only_an_offer_ends check (offer_ends_at is null or state = 'offered'),
  constraint party_is_1_to_10 check (party between 1 and 10),
  constraint reservations_offers_check check (offers >= 0),
  constraint state_is_known check (
    state in (
      'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down'
    )
  ),
  constraint only_a_decision_has_words check (words is null or decided_at is not null),
  constraint words_have_1_to_2000_characters check (btrim(words) <> '' and public.visible_length(words) <= 2000),
  constraint only_who_was_asked_is_coming check (coming_at is null or asked_for is not null),
  constraint only_a_spot_is_switched check (
    switches_to is null
      or switches_to <> attends and state = 'placed' and hold_until is null and checked_in_at is null
  ),
  constraint checked_in_with_a_spot check (checked_in_at is null or (state in ('placed', 'past'))),
  constraint whoever_came_was_checked_in check (num_nonnulls(arrived, checked_in_at, checked_in_by) in (0, 3))
);

comment on table public.reservations is
  'Who has a spot at an event that takes reservations, who waits for one, and who came.';
comment on column public.reservations.id is 'The id of the waitlist entry, which has the name and the address.';
comment on column public.reservations.party is 'The number of people.';
comment on column public.reservations.state is
  'declined and lapsed: an offer was turned down, or expired. canceled: an admin has canceled the reservation.'
  ' past: it was for an earlier edition of the event. set-aside: suspected spam. asked: they asked to attend, and'
  ' have no spot and no position. turned-down: an admin has turned the request down.';
comment on column public.reservations.line is 'Position in the order in which free spots are offered; ascending.';
comment on column public.reservations.hold_until is
  'Until when a spot is held for an unconfirmed address; null if the address is confirmed or no confirmation is'
  ' needed.';
comment on column public.reservations.offers is
  'The number of offers made so far; also the occurrence of the latest offer''s email.';
comment on column public.reservations.offer_ends_at is 'Null until the email provider has accepted the email.';
comment on column public.reservations.to_be_notified is
  'Whether an admin has given or canceled the spot without an email about it.';
comment on column public.reservations.code is
  'The code that the ticket shows at the door. It is of no use without a door pass.';
comment on column public.reservations.arrived is 'How many of the party arrived.';
comment on column public.reservations.checked_in_by is 'The name that the helper at the door entered.';
comment on column public.reservations.asked_for is
  'The day of the event, here, about which the person was asked whether they are still coming.';
comment on column public.reservations.coming_at is 'When they said that they are coming.';
comment on column public.reservations.attends is
  'Whether they have or will have their spot in the room or online. If the event meets in only one of them, that one.';
comment on column public.reservations.switches_to is
  'The other of room and online, if they want a spot there instead. They keep their present spot until then.';
comment on column public.reservations.waits_for is
  'Whether they are on the waitlist for the room or online, ordered by line; null if on neither.';

comment on column public.reservations.decided_at is 'When an admin accepted or turned down what they asked for.';
comment on column public.reservations.words is 'What the organizers wrote with that decision, in Markdown.';

create index reservations_at_the_door on public.reservations (event_id, state);
create index reservations_checked_in on public.reservations (event_id, state) where checked_in_at is not null;
create index reservations_in_line on public.reservations (event_id, line) where waits_for is not null;
create index reservations_with_deadlines on public.reservations (event_id)
  where state = 'offered' or hold_until is not null;

alter table public.reservations enable row level security;


create table private.given_up_spots (
  event_id uuid not null,
  day date not null,
  people integer not null,
  constraint given_up_spots_pkey primary key (event_id, day),
  constraint given_up_spots_people_check check (people >= 0)
);

comment on table private.given_up_spots is
  'How many people gave up their spots after they were asked whether they are still coming on a day; their entries are'
  ' erased.';

alter table private.given_up_spots enable row level security;


create table public.line_moves (
  id uuid default gen_random_uuid() primary key,
  reservation_id uuid not null,
  reason text not null,
  moved_by uuid default auth.uid(),
  moved_at timestamptz not null default now(),
  constraint line_moves_reservation_id_fkey foreign key (reservation_id)
    references public.reservations(id) on delete cascade,
  constraint reason_has_1_to_200_characters check (btrim(reason) <> '' and public.visible_length(reason) <= 200)
);

comment on table public.line_moves is 'Whom an admin has moved to the front of a waitlist, and why.';
comment on column public.line_moves.moved_by is 'Has no foreign key, like the audit log.';

create index line_moves_of_a_reservation on public.line_moves (reservation_id);

alter table public.line_moves enable row level security;


create table private.join_links (
  event_id uuid primary key,
  url public.web_address not null,
  number bigint generated by default as identity,
  set_at timestamptz not null default now(),
  constraint url_is_secure check (url ~ '^https://')
);

comment on table private.join_links is
  'Links where people with a spot meet online. Kept out of events, so that no list, feed, copy or audit log entry can'
  ' contain them.';
comment on column private.join_links.number is
  'Changes when the link is replaced; it is the occurrence of the emails about that.';

alter table private.join_links enable row level security;
