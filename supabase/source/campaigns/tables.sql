create table public.campaigns (
  id integer generated always as identity primary key,
  event_id uuid not null,
  kind text not null,
  words text,
  subject text,
  audience text,
  is_off boolean not null default false,
  starts_at timestamptz,
  started_by uuid,
  started_at timestamptz,
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  send_at timestamptz,
  constraint a_draft_is_not_paused check (
    started_at is not null or num_nonnulls(paused_at, started_by, starts_at, send_at) = 0
  ),
  constraint kind_is_known check (
    kind in ('tickets-open', 'cancelled', 'postponed', 'changed', 'reminder', 'recap', 'own-words')
  ),
  constraint own_words_have_a_subject_and_people check (
    (kind = 'own-words') = (audience is not null)
    and (kind = 'own-words' or subject is null)
    and (kind <> 'own-words' or started_at is null or num_nulls(subject, words) = 0)
  ),
  constraint subject_has_1_to_150_characters check (btrim(subject) <> '' and public.visible_length(subject) <= 150),
  constraint subject_has_no_control_characters check (subject !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint audience_is_known check (
    audience in ('everyone', 'spot', 'waiting', 'asked', 'came', 'did-not-come', 'unanswered', 'checked')
  ),
  constraint only_own_words_wait check (send_at is null or kind = 'own-words'),
  constraint only_a_reminder_is_switched_off check (not is_off or kind = 'reminder'),
  constraint what_is_off_does_not_start check (started_at is null or not is_off),
  constraint words_fit_a_letter check (
    btrim(words) <> '' and public.visible_length(words) <= case kind when 'own-words' then 5000 else 2000 end
  )
);

comment on table public.campaigns is
  'Emails to the people on a waitlist, each sent once; their occurrence is the id of the campaign.';
comment on column public.campaigns.words is
  'What an admin adds to the email, in Markdown; the whole text of one in their own words.';
comment on column public.campaigns.audience is 'Whom an email in an admin''s own words goes to (private.is_addressed).';
comment on column public.campaigns.is_off is 'Whether the reminder of this event is switched off.';
comment on column public.campaigns.starts_at is
  'Start of the event when the campaign was started; emails about a different date are no longer true.';
comment on column public.campaigns.started_by is
  'The admin; null for a reminder, which cron starts. Has no foreign key, like the audit log.';
comment on column public.campaigns.started_at is 'Null for a draft, which has not been sent to anyone.';
comment on column public.campaigns.send_at is
  'When the emails of one that an admin has scheduled are enqueued; null once they are.';

create unique index one_draft_of_a_kind on public.campaigns (event_id, kind) where started_at is null;
create unique index one_reminder_of_a_start on public.campaigns (event_id, starts_at)
  where kind = 'reminder' and started_at is not null;
create index campaigns_of_an_event on public.campaigns (event_id, id);

create index campaigns_that_wait on public.campaigns (send_at) where send_at is not null;

alter table public.campaigns enable row level security;


create table private.campaign_people (
  campaign_id integer not null,
  entry_id uuid not null,
  constraint campaign_people_pkey primary key (campaign_id, entry_id),
  constraint campaign_people_campaign_id_fkey foreign key (campaign_id) references public.campaigns(id)
    on delete cascade
);

comment on table private.campaign_people is 'The people that an admin has checked for an email in their own words.';

create index campaign_people_of_an_entry on private.campaign_people (entry_id);

alter table private.campaign_people enable row level security;
