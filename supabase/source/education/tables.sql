create table public.education_tabs (
  id uuid default gen_random_uuid() primary key,
  tab_key public.slug not null unique,
  label text not null,
  is_active boolean not null default true,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint education_tabs_display_order_check check (display_order >= 0),
  constraint label_has_1_to_60_characters check (btrim(label) <> '' and public.visible_length(label) <= 60),
  constraint tab_key_has_at_most_50_characters check (char_length(tab_key) <= 50)
);

comment on table public.education_tabs is 'The tabs of /education. Only active ones are shown.';

alter table public.education_tabs enable row level security;


create table private.education_tab_old_keys (
  tab_key text primary key,
  tab_id uuid not null,
  constraint education_tab_old_keys_tab_id_fkey foreign key (tab_id)
    references public.education_tabs(id) on delete cascade
);

comment on table private.education_tab_old_keys is
  'Former keys of tabs: links with them lead to the tab, whatever its key is now. Never contains the current key of a'
  ' tab.';

create index education_tab_old_keys_of_a_tab on private.education_tab_old_keys (tab_id);

alter table private.education_tab_old_keys enable row level security;


create table private.education_tab_counts (
  tab_key text primary key,
  resources integer not null,
  constraint education_tab_counts_resources_check check (resources >= 0)
);

comment on table private.education_tab_counts is
  'Number of visible resources per tab, kept by triggers, so that a page of a tab costs the same however long the tab'
  ' is.';

alter table private.education_tab_counts enable row level security;


create table public.education_resources (
  id uuid default gen_random_uuid() primary key,
  tab_key text not null,
  title text not null,
  description text not null,
  url public.web_address not null,
  icon_name text not null default 'BookOpen',
  resource_type text not null default 'resource_card',
  is_published boolean not null default false,
  display_order integer not null default 0,
  search_text text generated always as (public.fold((title || ' ') || description)) stored not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  tags text[] not null default '{}',
  folded_tags text[] generated always as (public.folded_tags(tags)) stored not null,
  constraint education_resources_tab_key_fkey foreign key (tab_key)
    references public.education_tabs(tab_key) on update cascade on delete restrict,
  constraint description_has_1_to_1000_characters check (
    btrim(description) <> '' and public.visible_length(description) <= 1000
  ),
  constraint education_resources_display_order_check check (display_order >= 0),
  constraint education_resources_icon_name_check check (
    icon_name in ('BookOpen', 'BookText', 'Youtube', 'Headphones', 'GraduationCap')
  ),
  constraint education_resources_resource_type_check check (resource_type in ('resource_card', 'compact')),
  constraint tags_are_at_most_six_short_ones check (public.are_tags(tags)),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200)
);

comment on table public.education_resources is
  'What /education recommends. Visitors see published resources of active tabs.';
comment on column public.education_resources.search_text is
  'Folded title and description, which education_page searches.';
comment on column public.education_resources.tags is
  'Tags by which it is found, in the order in which its card shows them.';
comment on column public.education_resources.folded_tags is 'The tags in the form that education_page compares.';
comment on column public.education_resources.deleted_at is
  'When an admin deleted it; null again when the deletion is undone.';

create index education_resources_by_address on public.education_resources (public.address_key(url));
create index education_resources_in_order on public.education_resources (tab_key, display_order, title, id);
create index education_resources_shown on public.education_resources (tab_key, display_order, title, id)
  where is_published and deleted_at is null;

alter table public.education_resources enable row level security;


create table private.link_checks (
  resource_id uuid primary key,
  url text not null,
  state public.link_state not null default 'unknown',
  moved_to text,
  misses integer not null default 0,
  checked_at timestamptz,
  due_at timestamptz not null,
  constraint link_checks_resource_id_fkey foreign key (resource_id)
    references public.education_resources(id) on delete cascade,
  constraint moved_links_lead_to_the_web check (
    (state = 'moved') = (moved_to is not null)
      and moved_to ~ '^https?://[^[:space:]]+$'
      and char_length(moved_to) <= 2048
  )
);

comment on table private.link_checks is
  'The result of the last check of a resource''s link. A row whose url is not the resource''s current one belongs to a'
  ' former link and is ignored.';
comment on column private.link_checks.misses is 'Number of checks in a row that found the page missing.';
comment on column private.link_checks.due_at is
  'When the link is checked next; during a check, when another Worker may claim it.';

alter table private.link_checks enable row level security;
