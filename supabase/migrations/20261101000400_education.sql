create table public.education_tabs (
  id uuid primary key default gen_random_uuid(),
  tab_key text not null unique
    constraint tab_key_is_a_slug check (tab_key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(tab_key) <= 50),
  label text not null
    constraint label_has_1_to_60_characters check (btrim(label) <> '' and char_length(label) <= 60),
  is_active boolean not null default true,
  display_order integer not null default 0 check (display_order >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.education_tabs is 'The tabs of /education. Only active ones are shown.';

create table public.education_resources (
  id uuid primary key default gen_random_uuid(),
  tab_key text not null references public.education_tabs (tab_key) on update cascade on delete restrict,
  title text not null
    constraint title_has_1_to_200_characters check (btrim(title) <> '' and char_length(title) <= 200),
  description text not null
    constraint description_has_1_to_1000_characters check (btrim(description) <> '' and char_length(description) <= 1000),
  url text not null
    constraint url_leads_to_the_web check (url ~ '^https?://[^[:space:]]+$' and char_length(url) <= 2048),
  icon_name text not null default 'BookOpen'
    check (icon_name in ('BookOpen', 'BookText', 'Youtube', 'Headphones', 'GraduationCap')),
  resource_type text not null default 'resource_card' check (resource_type in ('resource_card', 'compact')),
  is_published boolean not null default false,
  display_order integer not null default 0 check (display_order >= 0),
  search_text text not null generated always as (public.fold(title || ' ' || description)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.education_resources is 'What /education recommends. Visitors see published resources of active tabs.';
comment on column public.education_resources.search_text is 'Folded title and description, which education_page searches.';

create index education_resources_in_order on public.education_resources (tab_key, display_order, title, id);

create trigger set_updated_at before update on public.education_tabs
  for each row execute function public.set_updated_at();

create trigger set_updated_at before update on public.education_resources
  for each row execute function public.set_updated_at();

alter table public.education_tabs enable row level security;
alter table public.education_resources enable row level security;

revoke all on public.education_tabs, public.education_resources from public, anon, authenticated, service_role;

grant select (id, tab_key, label, is_active, display_order) on public.education_tabs to anon;
grant select, delete on public.education_tabs to authenticated;
grant insert (tab_key, label, is_active, display_order) on public.education_tabs to authenticated;
grant update (tab_key, label, is_active, display_order) on public.education_tabs to authenticated;

grant select (id, tab_key, title, description, url, icon_name, resource_type, is_published, display_order)
  on public.education_resources to anon;
grant select, delete on public.education_resources to authenticated;
grant insert (tab_key, title, description, url, icon_name, resource_type, is_published, display_order)
  on public.education_resources to authenticated;
grant update (tab_key, title, description, url, icon_name, resource_type, is_published, display_order)
  on public.education_resources to authenticated;

create policy "Visitors read active tabs" on public.education_tabs
  for select to anon, authenticated using (is_active);

create policy "Admins read all tabs" on public.education_tabs
  for select to authenticated using ((select public.is_admin()));

create policy "Admins add tabs" on public.education_tabs
  for insert to authenticated with check ((select public.is_admin()));

create policy "Admins change tabs" on public.education_tabs
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Admins delete tabs" on public.education_tabs
  for delete to authenticated using ((select public.is_admin()));

create policy "Visitors read published resources of active tabs" on public.education_resources
  for select to anon, authenticated
  using (
    is_published
    and tab_key in (select education_tabs.tab_key from public.education_tabs where education_tabs.is_active)
  );

create policy "Admins read all resources" on public.education_resources
  for select to authenticated using ((select public.is_admin()));

create policy "Admins add resources" on public.education_resources
  for insert to authenticated with check ((select public.is_admin()));

create policy "Admins change resources" on public.education_resources
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Admins delete resources" on public.education_resources
  for delete to authenticated using ((select public.is_admin()));
