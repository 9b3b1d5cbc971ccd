create table private.mail_purposes (
  purpose text primary key,
  stream text not null default 'transactional',
  editors_see boolean not null,
  precedence smallint not null default 2,
  link text,
  day_job text,
  constraint day_job_is_a_call check (day_job ~ '^private\.[a-z_]+\(\)$'),
  constraint link_is_known check (link in ('status', 'series', 'programme', 'proposal', 'newsletter', 'account')),
  constraint precedence_is_0_to_2 check (precedence between 0 and 2),
  constraint stream_is_known check (stream in ('keys', 'house', 'transactional', 'newsletter'))
);

comment on table private.mail_purposes is 'Purposes of emails. Its rows are part of the schema.';
comment on column private.mail_purposes.stream is
  'Each stream has its own suppressions: keys is about admins'' accounts; house, to the organization, has none.';
comment on column private.mail_purposes.editors_see is
  'Whether editors see these emails: those about events and messages, but not those to subscribers or about accounts.';
comment on column private.mail_purposes.precedence is
  'What is sent first when many emails are due: 0 for admins'' accounts, 1 for spots, 2 for everything else.';
comment on column private.mail_purposes.link is
  'Whose function of keep_mail_link makes the link in the email valid; null without one.';
comment on column private.mail_purposes.day_job is
  'Call by which start_reminders enqueues by day what is due; null if something else does.';

alter table private.mail_purposes enable row level security;


create table private.mail_batches (
  id bigint generated always as identity primary key,
  issue integer not null,
  idempotency_key uuid not null default gen_random_uuid() unique,
  attempts integer not null default 1,
  claimed_until timestamptz,
  next_attempt_at timestamptz,
  sealed text,
  recipients bigint[],
  frozen_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  constraint claimed_or_due_again check (num_nonnulls(claimed_until, next_attempt_at) = 1),
  constraint frozen_as_a_whole check (num_nulls(sealed, recipients, frozen_at) in (0, 3)),
  constraint mail_batches_attempts_check check (attempts > 0),
  constraint mail_batches_last_error_check check (char_length(last_error) <= 500),
  constraint mail_batches_sealed_check check (octet_length(sealed) <= 200000),
  constraint only_what_is_frozen_is_due_again check (next_attempt_at is null or sealed is not null)
);

comment on table private.mail_batches is
  'Emails of an issue that are sent to the provider in one request, until the request is settled. A retry sends'
  ' the same request, byte for byte, made of the issue''s letter, the sealed addresses and the recipients in their'
  ' order.';
comment on column private.mail_batches.sealed is
  'Addresses and link generations of the emails claimed for it, sealed; empty if one of them was erased during the'
  ' attempt, in which case the batch is not sent again.';
comment on column private.mail_batches.recipients is
  'Emails in the order of the request, without those dropped when it was frozen.';

create index mail_batches_of_an_issue on private.mail_batches (issue);

alter table private.mail_batches enable row level security;


create table public.mails (
  id bigint generated always as identity primary key,
  purpose text not null,
  person uuid not null,
  occurrence bigint not null,
  address_key public.keyed_digest,
  idempotency_key uuid not null default gen_random_uuid(),
  state text not null default 'due',
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  claimed_until timestamptz,
  sealed text,
  frozen_at timestamptz,
  frozen_attempt integer,
  payload_digest public.digest,
  provider_id text,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  goes_to_many boolean not null default false,
  batch_id bigint,
  queue text,
  rank integer,
  by_holder boolean not null default false,
  told jsonb,
  constraint one_mail_per_person_purpose_and_occasion unique (person, purpose, occurrence),
  constraint mails_batch_id_fkey foreign key (batch_id) references private.mail_batches(id) on delete set null,
  constraint claimed_for_a_while check ((state = 'claimed') = (claimed_until is not null)),
  constraint frozen_when_sealed check (
    sealed is null or num_nulls(frozen_at, frozen_attempt, payload_digest, address_key) = 0
  ),
  constraint queue_is_known check (queue in ('strangers', 'known', 'spots')),
  constraint ranked_in_a_queue check ((queue is null) = (rank is null)),
  constraint mails_attempts_check check (attempts >= 0),
  constraint mails_last_error_check check (char_length(last_error) <= 500),
  constraint mails_occurrence_check check (occurrence > 0),
  constraint mails_provider_id_check check (char_length(provider_id) <= 200),
  constraint mails_sealed_check check (octet_length(sealed) <= 200000),
  constraint mails_state_check check (
    state in ('due', 'claimed', 'accepted', 'refused', 'unknown', 'left', 'dropped', 'bounced', 'complained')
  ),
  constraint mails_purpose_fkey foreign key (purpose) references private.mail_purposes (purpose),
  constraint sealed_while_it_may_be_under_way check (sealed is null or (state in ('claimed', 'unknown'))),
  constraint what_is_settled_is_not_due check (state in ('due', 'claimed', 'unknown') or next_attempt_at is null)
);

comment on table public.mails is
  'Emails that are queued, being sent or sent: one row per purpose, person and occurrence. Holds no address; the'
  ' sealed payload has one while the email is being sent.';
comment on column public.mails.person is
  'The recipient, by the id that the rows of mail_purposes say. Has no foreign key: emails to people who no longer'
  ' exist are dropped when they are claimed.';
comment on column public.mails.occurrence is
  'Tells emails with one purpose to one person apart: counts them, or is what the rows of mail_purposes say.';
comment on column public.mails.address_key is
  'Keyed digest of the address; for emails that the organization enqueues to many people, set when it is frozen.';
comment on column public.mails.state is
  'unknown: sent without a response. Sent again with the same key while the provider remembers it; after that,'
  ' without next_attempt_at, an admin decides. left: an admin has decided to leave it. dropped: it was no longer'
  ' true when it was claimed, or the person had been notified otherwise.';
comment on column public.mails.frozen_attempt is
  'The attempt for which the payload was made; later attempts send the same payload.';
comment on column public.mails.goes_to_many is
  'Whether it is one of many; emails that one person is waiting for are claimed before these.';
comment on column public.mails.batch_id is 'The request in which it is sent, until that is settled.';
comment on column public.mails.queue is
  'Set for emails that visitors'' forms cause: strangers, to addresses that nobody has confirmed, which leave at a'
  ' pace; known, to confirmed ones; spots, about a spot that is held. Null for all others.';
comment on column public.mails.by_holder is
  'Whether the holder of a link has caused it by pressing something on their own page: it is not sent if it says'
  ' what the one before said.';
comment on column public.mails.told is
  'For news of an event: what the email says of what people rely on (relied_on).';
comment on column public.mails.rank is
  'How many emails the visitor''s network had caused in 24 hours when it was queued: those of a queue leave by'
  ' rank, then by time.';

create index issue_mails_due on public.mails (occurrence, id) include (next_attempt_at)
  where next_attempt_at is not null and purpose = 'newsletter-issue';
create index issue_mails_of_a_day on public.mails (frozen_at) where purpose = 'newsletter-issue';
create index mails_by_address on public.mails (address_key);
create index mails_by_time on public.mails (created_at);
create index mails_due on public.mails (goes_to_many, next_attempt_at, id)
  where next_attempt_at is not null
    and purpose <> 'newsletter-issue'
    and not (queue is not distinct from 'strangers' and attempts = 0);
create index mails_of_strangers on public.mails (rank, next_attempt_at, id)
  where next_attempt_at is not null and queue = 'strangers' and attempts = 0;
create index mails_frozen on public.mails (next_attempt_at) where sealed is not null;
create index mails_in_trouble on public.mails (created_at, id)
  where state in ('refused', 'bounced', 'complained')
    or state = 'unknown' and next_attempt_at is null and batch_id is null;
create index mails_of_a_batch on public.mails (batch_id) where batch_id is not null;
create index mails_of_a_provider on public.mails (provider_id) where provider_id is not null;
create index mails_of_an_occasion on public.mails (purpose, occurrence);

alter table public.mails enable row level security;


create table private.mail_events (
  id text primary key,
  provider_id text not null,
  kind text not null,
  at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint mail_events_id_check check (char_length(id) between 1 and 100),
  constraint mail_events_kind_check check (kind in ('bounced', 'complained', 'undetermined', 'failed', 'unknown')),
  constraint mail_events_provider_id_check check (char_length(provider_id) between 1 and 200)
);

comment on table private.mail_events is
  'What the provider has reported about emails, each event once; a report may arrive before the provider''s id of'
  ' the email is known.';
comment on column private.mail_events.kind is
  'undetermined: it came back, perhaps for a while; failed: the provider had accepted it, and did not send it.'
  ' unknown: this version does not know the type of the event, which is in provider_id; there is one row per type.';

create index mail_events_by_time on private.mail_events (created_at);
create index mail_events_of_a_mail on private.mail_events (provider_id);

alter table private.mail_events enable row level security;


create table private.mail_suppressions (
  address_key public.keyed_digest not null,
  reason text not null,
  created_at timestamptz not null default now(),
  stream text not null,
  constraint mail_suppressions_pkey primary key (address_key, stream),
  constraint mail_suppressions_reason_check check (reason in ('not-mine', 'bounced', 'complained', 'erased')),
  constraint mail_suppressions_stream_check check (stream in ('keys', 'transactional', 'newsletter')),
  constraint only_what_came_back_stops_keys check (stream <> 'keys' or reason = 'bounced')
);

comment on table private.mail_suppressions is
  'Addresses to which no emails of a stream are sent, because the owner did not ask for them, complained, or had'
  ' the address erased, or because the address does not exist. Holds keyed digests, no addresses.';

alter table private.mail_suppressions enable row level security;
