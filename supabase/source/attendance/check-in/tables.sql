create table public.door_passes (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  name text not null,
  token_digest public.digest not null unique,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  made_by uuid default auth.uid(),
  session_id uuid default (auth.jwt() ->> 'session_id')::uuid,
  is_own boolean not null default false,
  constraint pass_has_1_to_60_characters check (btrim(name) <> '' and public.visible_length(name) <= 60)
);

comment on table public.door_passes is 'Passes (links) that let helpers check people in at the door of one event.';
comment on column public.door_passes.name is 'The name by which admins tell passes apart.';
comment on column public.door_passes.ended_at is 'When an admin revoked it.';

comment on column public.door_passes.made_by is 'The admin who made it. Has no foreign key, like the audit log.';
comment on column public.door_passes.session_id is 'The session in which it was made.';
comment on column public.door_passes.is_own is
  'Whether the admin made it for themselves: it ends when they sign out, change their password or are no admin'
  ' anymore.';

create index door_passes_of_admins on public.door_passes (made_by) where is_own and ended_at is null;
create index door_passes_of_an_event on public.door_passes (event_id);

alter table public.door_passes enable row level security;


create table public.walk_ins (
  id uuid primary key,
  event_id uuid not null,
  people smallint not null,
  helper text not null,
  created_at timestamptz not null default now(),
  constraint helper_has_1_to_60_characters check (btrim(helper) <> '' and public.visible_length(helper) <= 60),
  constraint people_are_1_to_20 check (people between 1 and 20)
);

comment on table public.walk_ins is 'Numbers of people who came without a reservation. Their names are not recorded.';
comment on column public.walk_ins.helper is 'The name that the helper at the door entered.';

create index walk_ins_of_an_event on public.walk_ins (event_id, created_at);

alter table public.walk_ins enable row level security;


create table public.door_presses (
  id uuid primary key,
  pass_id uuid not null,
  kind text not null,
  reservation_id uuid,
  people smallint,
  helper text not null,
  pressed_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_late boolean not null,
  outcome text not null,
  constraint door_presses_pass_id_fkey foreign key (pass_id) references public.door_passes(id) on delete cascade,
  constraint helper_has_1_to_60_characters check (btrim(helper) <> '' and public.visible_length(helper) <= 60),
  constraint kind_is_known check (kind in ('check-in', 'undo', 'walk-in', 'undo-walk-in')),
  constraint outcome_is_known check (
    outcome in (
      'in', 'already-in', 'no-spot', 'not-found', 'undone', 'not-in', 'walked-in', 'walk-in-undone', 'pass-ended',
      'too-late', 'closed', 'too-many'
    )
  ),
  constraint people_are_1_to_20 check (people between 1 and 20)
);

comment on table public.door_presses is
  'What helpers pressed on phones and the outcome; each press is recorded once, however often it is sent.';
comment on column public.door_presses.id is 'Made by the phone.';
comment on column public.door_presses.reservation_id is 'Null for walk-ins, and if no reservation has the code.';
comment on column public.door_presses.pressed_at is
  'By the server''s clock: when it was received, minus how long the phone had kept it.';
comment on column public.door_presses.is_late is 'Whether it was received after the door had closed.';

create index door_presses_of_a_pass on public.door_presses (pass_id);
create index door_presses_of_a_reservation on public.door_presses (reservation_id);

alter table public.door_presses enable row level security;
