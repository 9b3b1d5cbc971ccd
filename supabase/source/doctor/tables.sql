create table public.doctor_checks (
  name text primary key,
  state text not null,
  since timestamptz not null default now(),
  told text not null default 'ok',
  constraint doctor_checks_name_check check (name ~ '^[a-z-]{1,40}$'),
  constraint doctor_checks_state_check check (state in ('ok', 'wrong', 'unknown')),
  constraint doctor_checks_told_check check (told in ('ok', 'wrong'))
);

comment on table public.doctor_checks is
  'The latest result that cron got from each check of the doctor, and since when.';
comment on column public.doctor_checks.told is
  'The state that the organization was last notified of; ok before the first notification.';

alter table public.doctor_checks enable row level security;


create table public.heartbeats (
  job text primary key,
  ran_at timestamptz not null default now(),
  succeeded_at timestamptz,
  milliseconds integer not null,
  constraint heartbeats_job_check check (job in ('minute', 'nightly')),
  constraint heartbeats_milliseconds_check check (milliseconds >= 0)
);

comment on table public.heartbeats is
  'When each cron job last ran to its end, when it last succeeded, and how long the last run took.';

alter table public.heartbeats enable row level security;


create table public.restore_drills (
  drilled_at timestamptz default now() primary key,
  row_count bigint not null,
  constraint restore_drills_row_count_check check (row_count > 0)
);

comment on table public.restore_drills is 'When a backup was restored elsewhere and worked, and how many rows it had.';

alter table public.restore_drills enable row level security;
