create table public.door_passes (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  name text not null,
  token_digest text not null unique,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint pass_has_1_to_60_characters check (btrim(name) <> '' and public.visible_length(name) <= 60),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table public.door_passes is 'Links with which helpers work at the door of one event.';
comment on column public.door_passes.name is 'What admins tell passes apart by.';
comment on column public.door_passes.ended_at is 'When an admin has taken it back.';

create index door_passes_of_an_event on public.door_passes (event_id);

alter table public.door_passes enable row level security;


create table public.walk_ins (
  id uuid primary key,
  event_id uuid not null,
  people smallint not null,
  helper text not null,
  created_at timestamptz not null default now(),
  constraint helper_has_1_to_60_characters check (btrim(helper) <> '' and public.visible_length(helper) <= 60),
  constraint people_are_1_to_20 check (people >= 1 and people <= 20)
);

comment on table public.walk_ins is 'Who came without a reservation, counted. Nobody asks for their names.';
comment on column public.walk_ins.helper is 'The name that a helper at the door has given.';

create index walk_ins_of_an_event on public.walk_ins (event_id, created_at);

alter table public.walk_ins enable row level security;
