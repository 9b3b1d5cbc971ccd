create table public.named_links (
  id uuid default gen_random_uuid() primary key,
  event_id uuid,
  slug public.slug not null,
  name text not null,
  created_at timestamptz not null default now(),
  series_id uuid,
  constraint leads_to_one_page check (num_nonnulls(event_id, series_id) <= 1),
  constraint name_has_1_to_60_characters check (public.visible_length(btrim(name)) between 1 and 60),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint one_link_per_slug unique nulls not distinct (event_id, series_id, slug),
  constraint slug_has_at_most_70_characters check (char_length(slug) <= 70)
);

comment on table public.named_links is
  'Links with a name, such as one for a flyer at the library, that tell where sign-ups come from: to the page of an'
  ' event or a series, or to the form of the newsletter where both ids are null.';
comment on column public.named_links.slug is
  'The name in the link, after ?from=. A deleted link still leads to the page, and counts nothing.';

create index named_links_of_a_series on public.named_links (series_id) where series_id is not null;

alter table public.named_links enable row level security;
