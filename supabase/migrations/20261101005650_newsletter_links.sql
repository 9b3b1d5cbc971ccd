-- Our own newsletter: whoever subscribes confirms by mail, and has a page of their own, by a link in each mail.
alter table public.newsletter_subscribers
  add column requested_at timestamp with time zone,
  add column consent_version text check (char_length(consent_version) <= 40),
  add column consent_page text check (char_length(consent_page) <= 200),
  add column confirm_by timestamp with time zone,
  add column confirmation_asked_at timestamp with time zone,
  add column confirmed_at timestamp with time zone,
  add column left_at timestamp with time zone,
  add column link_generation integer not null default 0 check (link_generation >= 0);

comment on column public.newsletter_subscribers.requested_at is 'When somebody last asked for the newsletter with this address, in the words of consent_version, on consent_page; null where that was before these were kept.';
comment on column public.newsletter_subscribers.confirm_by is 'Until when an address has to be confirmed, or it is erased; null where it is older than confirmations.';
comment on column public.newsletter_subscribers.confirmation_asked_at is 'When an admin had people asked to confirm whose address is older than confirmations; once.';
comment on column public.newsletter_subscribers.confirmed_at is 'When the owner of the address pressed the button of the page that only a mail leads to.';
comment on column public.newsletter_subscribers.left_at is 'When its owner left; kept for 30 days, in which they may come back.';
comment on column public.newsletter_subscribers.link_generation is 'Part of the token of links; raised when the address changes, after which earlier links lead nowhere.';

create table public.newsletter_links (
  token_digest text primary key constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  subscriber_id uuid not null references public.newsletter_subscribers on delete cascade
);

comment on table public.newsletter_links is 'SHA-256 of the tokens that lead to somebody''s newsletter page. The tokens stand in mails alone.';

create index newsletter_links_of_a_subscriber on public.newsletter_links using btree (subscriber_id);
alter table public.newsletter_links enable row level security;
revoke all on public.newsletter_links from public, anon, authenticated, service_role;
