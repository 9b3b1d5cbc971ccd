create table public.suggestions (
  id uuid default gen_random_uuid() primary key,
  kind text not null,
  title text not null,
  url public.web_address not null,
  about text not null,
  day date,
  place text,
  email public.email_address,
  status text not null default 'new',
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  handled_at timestamptz,
  constraint about_has_1_to_1000_characters check (btrim(about) <> '' and public.visible_length(about) <= 1000),
  constraint only_an_event_has_a_day_and_a_place check (kind = 'event' or num_nonnulls(day, place) = 0),
  constraint place_has_1_to_200_characters check (btrim(place) <> '' and public.visible_length(place) <= 200),
  constraint suggestions_kind_check check (kind in ('resource', 'event')),
  constraint suggestions_status_check check (status in ('new', 'accepted', 'declined')),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200)
);

comment on table public.suggestions is
  'What visitors suggest at /suggest: a resource for the library, or an event elsewhere. Readable only by admins. Our'
  ' servers never request its URL.';
comment on column public.suggestions.id is
  'The draft that an accepted suggestion becomes has the same id, so that accepting twice makes one draft.';
comment on column public.suggestions.suspected_spam is
  'The hidden form field was filled in, or the daily budget of bytes was exceeded (budget_rules); such suggestions are'
  ' kept separately, never discarded.';
comment on column public.suggestions.handled_at is 'When it was accepted or declined; null for a new one.';

create index suggestions_by_address on public.suggestions (public.address_key(url)) where status = 'new';
create index suggestions_handled on public.suggestions (handled_at) where handled_at is not null;
create index suggestions_in_order on public.suggestions (created_at, id) include (status) where not suspected_spam;
create index suggestions_of_an_address on public.suggestions (lower(email)) where email is not null;
create index suggestions_suspected on public.suggestions (created_at, id) where suspected_spam;

alter table public.suggestions enable row level security;
