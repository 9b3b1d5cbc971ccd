create table public.named_links (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  slug text not null,
  name text not null,
  created_at timestamptz not null default now(),
  constraint name_has_1_to_60_characters check (public.visible_length(btrim(name)) between 1 and 60),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint one_link_per_slug unique (event_id, slug),
  constraint slug_is_a_key check (char_length(slug) <= 70 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);

comment on table public.named_links is
  'Links to an event''s page with a name, such as one for a flyer at the library, that tell where sign-ups come from.';
comment on column public.named_links.slug is
  'The name in the link, after ?from=. A deleted link still leads to the page, and counts nothing.';

alter table public.named_links enable row level security;
