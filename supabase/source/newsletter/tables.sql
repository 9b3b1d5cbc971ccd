create table public.newsletter_subscribers (
  id uuid default gen_random_uuid() primary key,
  email public.email_address not null,
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (public.fold(email)) stored not null,
  requested_at timestamptz,
  consent_version text,
  consent_page text,
  confirm_by timestamptz,
  confirmation_asked_at timestamptz,
  confirmed_at timestamptz,
  left_at timestamptz,
  link_generation integer not null default 0,
  keep_until timestamptz,
  imported_from text,
  agreed_text text,
  came_by public.slug,
  constraint came_by_has_at_most_70_characters check (char_length(came_by) <= 70),
  constraint agreed_text_has_1_to_500_characters check (
    btrim(agreed_text) <> '' and public.visible_length(agreed_text) <= 500
  ),
  constraint imported_from_has_1_to_100_characters check (
    btrim(imported_from) <> '' and public.visible_length(imported_from) <= 100
  ),
  constraint imported_with_what_they_agreed_to check ((imported_from is null) = (agreed_text is null)),
  constraint newsletter_subscribers_consent_page_check check (char_length(consent_page) <= 200),
  constraint newsletter_subscribers_consent_version_check check (char_length(consent_version) <= 40),
  constraint newsletter_subscribers_link_generation_check check (link_generation >= 0)
);

comment on table public.newsletter_subscribers is
  'Addresses for the newsletter while no provider is configured, and those that the provider could not take yet.'
  ' Readable only by owners.';
comment on column public.newsletter_subscribers.suspected_spam is
  'The hidden form field was filled in; such addresses are kept separately, never discarded.';
comment on column public.newsletter_subscribers.search_text is 'Folded address, for admins to search.';
comment on column public.newsletter_subscribers.requested_at is
  'When the newsletter was last requested with this address, with the consent text of consent_version, on'
  ' consent_page, or elsewhere according to an imported file; null if that was before these were recorded, or is'
  ' unknown.';
comment on column public.newsletter_subscribers.confirm_by is
  'Until when an address has to be confirmed before it is erased; null if it is from before confirmations were'
  ' introduced, or imported and not asked yet.';
comment on column public.newsletter_subscribers.confirmation_asked_at is
  'When an admin had people asked to confirm an imported address or one from before confirmations were introduced;'
  ' once.';
comment on column public.newsletter_subscribers.confirmed_at is
  'When the owner of the address pressed the button on the page that is reachable only from an email.';
comment on column public.newsletter_subscribers.left_at is
  'When its owner left; kept for 30 days, during which they may return.';
comment on column public.newsletter_subscribers.link_generation is
  'Part of the tokens of links; increased when the address changes, which invalidates earlier links.';
comment on column public.newsletter_subscribers.keep_until is
  'For an address that is kept only for the newsletter provider: it is deleted when the provider has it, or at this'
  ' time.';

comment on column public.newsletter_subscribers.imported_from is
  'The source from which an owner has imported the address; null if it was entered on this site.';
comment on column public.newsletter_subscribers.came_by is
  'The slug of the named link that led to the form; null if there was none.';
comment on column public.newsletter_subscribers.agreed_text is 'What the owner of an imported address agreed to there.';

create index newsletter_readers on public.newsletter_subscribers (id)
  where not suspected_spam and confirmed_at is not null and left_at is null;
create index newsletter_subscribers_by_address on public.newsletter_subscribers (email, id) where not suspected_spam;
create index newsletter_subscribers_by_time on public.newsletter_subscribers (created_at);
create index newsletter_subscribers_for_the_provider on public.newsletter_subscribers (keep_until)
  where keep_until is not null;
create index newsletter_subscribers_of_an_address on public.newsletter_subscribers (lower(email));
create index newsletter_subscribers_suspected on public.newsletter_subscribers (created_at, id) where suspected_spam;
create index newsletter_subscribers_to_confirm on public.newsletter_subscribers (confirm_by)
  where confirm_by is not null;
create index newsletter_subscribers_who_left on public.newsletter_subscribers (left_at) where left_at is not null;
create unique index one_subscriber_per_address on public.newsletter_subscribers (lower(email)) where not suspected_spam;
create unique index one_suspected_subscriber_per_address on public.newsletter_subscribers (lower(email))
  where suspected_spam;
create index newsletter_subscribers_with_addresses on public.newsletter_subscribers ((coalesce(
  consent_version ~ '@|%40' or consent_page ~ '@|%40' or imported_from ~ '@|%40' or agreed_text ~ '@|%40',
  false
)));

alter table public.newsletter_subscribers enable row level security;


create table private.newsletter_requests (
  email_key public.keyed_digest primary key,
  asked_at timestamptz[] not null,
  last_asked_at timestamptz not null default now(),
  last_outcome jsonb,
  constraint asked_at_most_3_times check (cardinality(asked_at) between 1 and 3),
  constraint last_outcome_is_short check (octet_length(last_outcome::text) <= 2000)
);

comment on table private.newsletter_requests is
  'How often the newsletter provider was asked about an address within 24 hours, and its response. Holds keyed'
  ' digests, no addresses; useless after a day.';
comment on column private.newsletter_requests.last_outcome is 'Null until there is a response.';

create index newsletter_requests_by_time on private.newsletter_requests (last_asked_at);

alter table private.newsletter_requests enable row level security;


create table private.newsletter_links (
  token_digest public.digest primary key,
  subscriber_id uuid not null,
  constraint newsletter_links_subscriber_id_fkey foreign key (subscriber_id)
    references public.newsletter_subscribers(id) on delete cascade
);

comment on table private.newsletter_links is
  'SHA-256 of the tokens that lead to a person''s newsletter page. The tokens themselves are only in emails.';

create index newsletter_links_of_a_subscriber on private.newsletter_links (subscriber_id);

alter table private.newsletter_links enable row level security;


create table private.newsletter_address_changes (
  id uuid default gen_random_uuid() primary key,
  subscriber_id uuid not null,
  email public.email_address not null,
  old_email text,
  token_digest public.digest unique,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint newsletter_address_changes_subscriber_id_fkey foreign key (subscriber_id)
    references public.newsletter_subscribers(id) on delete cascade,
  constraint newsletter_address_changes_old_email_check check (char_length(old_email) <= 254),
  constraint old_email_when_confirmed check ((old_email is null) = (confirmed_at is null))
);

comment on table private.newsletter_address_changes is
  'New addresses to which subscribers want the newsletter to go, kept for the 7 days in which each can be confirmed by'
  ' an email to it.';
comment on column private.newsletter_address_changes.old_email is
  'The previous address, which is notified of the change.';

create index newsletter_address_changes_by_time on private.newsletter_address_changes (requested_at);
create index newsletter_address_changes_of_a_subscriber on private.newsletter_address_changes (subscriber_id);

alter table private.newsletter_address_changes enable row level security;
