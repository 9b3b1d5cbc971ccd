create table public.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  waitlist_entry_id uuid unique,
  idempotency_key uuid not null default gen_random_uuid() unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  is_stale boolean not null default false,
  subscriber_id uuid unique,
  rank integer,
  constraint delivered_or_failed check (num_nonnulls(delivered_at, failed_at) <= 1),
  constraint outbox_attempts_check check (attempts >= 0),
  constraint outbox_kind_check check (kind in ('waitlist', 'notice', 'newsletter')),
  constraint outbox_last_error_check check (char_length(last_error) <= 500),
  constraint newsletter_has_its_subscriber check ((kind = 'newsletter') = (subscriber_id is not null)),
  constraint waitlist_has_its_entry check ((kind = 'waitlist') = (waitlist_entry_id is not null))
);

comment on table public.outbox is
  'Deliveries to external endpoints, written in the same transaction as what they are about. Holds no addresses'
  ' itself.';
comment on column public.outbox.claimed_until is 'Until when the current attempt holds its claim.';
comment on column public.outbox.is_stale is
  'Whether a message arrived after the notice was counted and sent; the next attempt then sends a new notice with its'
  ' own key.';

comment on column public.outbox.rank is
  'Set for an address that waits for its turn at the newsletter provider, as mails.rank is for emails that strangers'
  ' cause.';

create unique index one_undelivered_notice on public.outbox (kind) where kind = 'notice' and delivered_at is null;
create index outbox_due on public.outbox (next_attempt_at, id) where delivered_at is null and failed_at is null;
create index outbox_of_strangers on public.outbox (rank, next_attempt_at, id)
  where rank is not null and attempts = 0 and delivered_at is null and failed_at is null;
create index outbox_failing on public.outbox (id)
  where delivered_at is null and (failed_at is not null or attempts >= 3);

alter table public.outbox enable row level security;
