create table public.waitlist_entries (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  name text not null,
  email public.email_address not null,
  consent_version text not null,
  suspected_spam boolean not null default false,
  note text,
  tickets_notified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (
    public.fold(name || ' ' || email || ' ' || coalesce(note, ''))
  ) stored not null,
  confirmed_at timestamptz,
  link_generation integer not null default 0,
  notified_at timestamptz,
  for_entry uuid,
  told jsonb not null,
  quiet_at timestamptz,
  answers_changed_at timestamptz,
  came_by public.slug,
  consent_page text,
  constraint waitlist_entries_for_entry_fkey foreign key (for_entry)
    references public.waitlist_entries(id) on delete cascade,
  constraint came_by_has_at_most_70_characters check (char_length(came_by) <= 70),
  constraint consent_page_has_at_most_200_characters check (char_length(consent_page) <= 200),
  constraint consent_version_has_1_to_40_characters check (char_length(consent_version) between 1 and 40),
  constraint link_generation_counts_up check (link_generation >= 0),
  constraint name_has_1_to_100_characters check (public.visible_length(btrim(name)) between 1 and 100),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint note_has_at_most_2000_characters check (char_length(note) <= 2000)
);

comment on table public.waitlist_entries is 'People on the waitlist of an event. Readable only by admins.';
comment on column public.waitlist_entries.consent_version is
  'The version of the consent text that was agreed to at created_at.';
comment on column public.waitlist_entries.consent_page is
  'The path of the page with the form, without the secret of an event by link; null for who was added by hand.';
comment on column public.waitlist_entries.suspected_spam is
  'The hidden form field was filled in; such entries are kept separately, never discarded.';
comment on column public.waitlist_entries.tickets_notified_at is
  'When this person was notified that tickets are available.';
comment on column public.waitlist_entries.notified_at is
  'When this person was last notified of something about the event, by email or by hand.';
comment on column public.waitlist_entries.told is
  'What this person knows of what they rely on (relied_on): as it was when they signed up, or as they were last'
  ' notified.';
comment on column public.waitlist_entries.quiet_at is
  'When this person asked for no more emails that organizers write in their own words about this event.';
comment on column public.waitlist_entries.answers_changed_at is
  'When this person last changed what they answer to the organizers'' questions; null if never since they joined.';
comment on column public.waitlist_entries.came_by is
  'The slug of the named link that led to the form; null if there was none.';
comment on column public.waitlist_entries.search_text is 'Folded name, address and note, for admins to search.';
comment on column public.waitlist_entries.confirmed_at is
  'When the owner of the address pressed the button on the page that is reachable only from an email.';
comment on column public.waitlist_entries.link_generation is
  'Generation of the links in emails to this person. It is part of what their tokens are derived from.';
comment on column public.waitlist_entries.for_entry is
  'The entry with the reservation that entitled the person to this spot at an event for the people of another one;'
  ' this entry is deleted with it.';

create unique index one_entry_per_address on public.waitlist_entries (event_id, lower(email)) where not suspected_spam;
create unique index one_suspected_entry_per_address on public.waitlist_entries (event_id, lower(email))
  where suspected_spam;
create index waitlist_entries_of_an_address on public.waitlist_entries (lower(email));
create index waitlist_entries_of_a_reservation on public.waitlist_entries (for_entry) where for_entry is not null;
create index waitlist_entries_of_an_event on public.waitlist_entries (event_id, created_at);
create index waitlist_entries_suspected on public.waitlist_entries (created_at) where suspected_spam;
create index waitlist_entries_notified on public.waitlist_entries (event_id, notified_at)
  where not suspected_spam and notified_at is not null;
create index waitlist_entries_waiting on public.waitlist_entries (event_id, created_at, id)
  where not suspected_spam and tickets_notified_at is null;
create index waitlist_entries_with_addresses on public.waitlist_entries ((coalesce(
  name ~ '@|%40' or consent_version ~ '@|%40' or note ~ '@|%40' or told::text ~ '@|%40'
  or consent_page ~ '@|%40', false
)));

alter table public.waitlist_entries enable row level security;


create table private.waitlist_links (
  token_digest public.digest primary key,
  entry_id uuid not null,
  generation integer not null default 0,
  ticket_digest text not null generated always as (
    encode(
      sha256(
        translate(
          left(encode(sha256(decode(token_digest, 'hex')), 'hex'), 32), '0123456789abcdef', 'abcdefghijklmnop'
        )::bytea
      ),
      'hex'
    )
  ) stored,
  constraint waitlist_links_entry_id_fkey foreign key (entry_id)
    references public.waitlist_entries(id) on delete cascade,
  constraint generation_counts_up check (generation >= 0)
);

comment on table private.waitlist_links is
  'SHA-256 of the tokens that lead to the status page of an entry. The tokens themselves are only in emails.';
comment on column private.waitlist_links.generation is
  'The generation of the entry when the link was sent; a later generation invalidates it.';

comment on column private.waitlist_links.ticket_digest is
  'SHA-256 of the token of the ticket (/t), which follows from this link and does not lead back to it: it shows,'
  ' and nothing more.';

create index waitlist_links_of_a_ticket on private.waitlist_links (ticket_digest);
create index waitlist_links_of_an_entry on private.waitlist_links (entry_id);

alter table private.waitlist_links enable row level security;


create table private.waitlist_departures (
  entry_id uuid primary key,
  event_id uuid not null,
  token_digests text[] not null,
  reason text not null,
  entry jsonb,
  delivery jsonb,
  left_at timestamptz not null default now(),
  reservation jsonb,
  belongings jsonb,
  constraint kept_for_whoever_left check ((reason = 'left') = (entry is not null)),
  constraint waitlist_departures_reason_check check (reason in ('left', 'erased', 'not-mine'))
);

comment on table private.waitlist_departures is
  'People who removed themselves from a waitlist; kept for 24 hours, while it can be undone.';
comment on column private.waitlist_departures.entry is
  'The entry as it was; null once it is erased and can no longer be restored.';
comment on column private.waitlist_departures.delivery is 'Its outbox row.';
comment on column private.waitlist_departures.reservation is 'The reservation as it was; null once it is erased.';
comment on column private.waitlist_departures.belongings is
  'What belonged to the reservation: credentials (ids), and rows of presses, moves, agendas and answers; null'
  ' once it is erased.';

create index waitlist_departures_by_time on private.waitlist_departures (left_at);
create index waitlist_departures_by_token on private.waitlist_departures using gin (token_digests);
create index waitlist_departures_of_an_event on private.waitlist_departures (event_id);

alter table private.waitlist_departures enable row level security;


create table private.waitlist_address_changes (
  id uuid default gen_random_uuid() primary key,
  entry_id uuid not null,
  email public.email_address not null,
  previous_email text,
  token_digest public.digest,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint waitlist_address_changes_entry_id_fkey foreign key (entry_id)
    references public.waitlist_entries(id) on delete cascade,
  constraint the_previous_one_is_known_when_confirmed check ((confirmed_at is null) = (previous_email is null))
);

comment on table private.waitlist_address_changes is
  'New addresses that people on a waitlist want to use. A change can be confirmed only within 24 hours of asked_at.';
comment on column private.waitlist_address_changes.email is 'The new address.';
comment on column private.waitlist_address_changes.previous_email is
  'The address that the entry had before; its owner is notified of the change.';
comment on column private.waitlist_address_changes.token_digest is
  'SHA-256 of the token that confirms the change; the token itself is only in the email to the new address.';

create unique index one_address_change_at_a_time on private.waitlist_address_changes (entry_id)
  where confirmed_at is null;
create index waitlist_address_changes_by_time on private.waitlist_address_changes (coalesce(confirmed_at, asked_at));
create unique index waitlist_address_changes_by_token on private.waitlist_address_changes (token_digest);
create index waitlist_address_changes_of_an_entry on private.waitlist_address_changes (entry_id);

alter table private.waitlist_address_changes enable row level security;
