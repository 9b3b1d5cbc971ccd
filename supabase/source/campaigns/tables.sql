create table public.campaigns (
  id integer generated always as identity primary key,
  event_id uuid not null,
  kind text not null,
  words text,
  is_off boolean not null default false,
  starts_at timestamptz,
  started_by uuid,
  started_at timestamptz,
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint a_draft_is_not_paused check (started_at is not null or num_nonnulls(paused_at, started_by, starts_at) = 0),
  constraint kind_is_known check (kind in ('tickets-open', 'cancelled', 'postponed', 'new-date', 'reminder', 'recap')),
  constraint only_a_reminder_is_switched_off check (not is_off or kind = 'reminder'),
  constraint what_is_off_does_not_start check (started_at is null or not is_off),
  constraint words_have_1_to_2000_characters check (btrim(words) <> '' and public.visible_length(words) <= 2000)
);

comment on table public.campaigns is 'What is told by mail to the people on a waitlist, each once; the mails have its id as their occurrence.';
comment on column public.campaigns.words is 'What an admin adds to the letter: paragraphs, separated by blank lines.';
comment on column public.campaigns.is_off is 'The reminder of this event is not sent.';
comment on column public.campaigns.starts_at is
  'Start of the event when the campaign was started; what is told of another date is not true any more.';
comment on column public.campaigns.started_by is 'The admin; null for a reminder, which cron starts. No foreign key, as in the log.';
comment on column public.campaigns.started_at is 'Null for a draft, which nobody has got.';

create unique index one_draft_of_a_kind on public.campaigns (event_id, kind) where started_at is null;
create unique index one_reminder_of_a_start on public.campaigns (event_id, starts_at) where kind = 'reminder' and started_at is not null;
create index campaigns_of_an_event on public.campaigns (event_id, id);

alter table public.campaigns enable row level security;
