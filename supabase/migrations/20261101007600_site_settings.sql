-- What the site says of the organization itself: names, links, founders, an announcement. Until an owner saves it, there is nothing here,
-- and the Worker shows what app/site.ts says.
create table public.site_settings (
  id text primary key default 'site' constraint there_is_one_site check (id = 'site'),
  settings jsonb
    constraint settings_are_texts check (
      jsonb_typeof(settings) = 'object' and not jsonb_path_exists(settings, '$.* ? (@.type() != "string")')
    )
    constraint settings_have_at_most_20000_bytes check (octet_length(settings::text) <= 20000)
    constraint settings_name_the_site check (
      settings ?& array['name', 'short_name', 'tagline', 'email', 'location', 'community_url', 'meetup_url', 'chat_url']
    )
    constraint settings_link_to_the_web check (
      not jsonb_path_exists(
        settings,
        '$.keyvalue() ? (@.key like_regex "_url$" && !(@.value like_regex "^https?://[^/?#@\\s]+([/?#]\\S*)?$" flag "i"))'
      )
    ),
  updated_at timestamptz not null default now()
);

comment on table public.site_settings is 'One row: names, links, founders and the announcement, as the form of /admin/site sends them; null until an owner saves them. Public.';

alter table public.site_settings enable row level security;
revoke all on public.site_settings from public, anon, authenticated, service_role;
grant select on public.site_settings to anon, authenticated;
grant update (settings) on public.site_settings to authenticated;

create policy "Visitors read what is saved of the site" on public.site_settings
  for select to anon, authenticated using (settings is not null);
create policy "Owners read the settings of the site" on public.site_settings
  for select to authenticated using ((select public.is_owner()));
create policy "Owners change the settings of the site" on public.site_settings
  for update to authenticated using ((select public.is_owner())) with check ((select public.is_owner()));

create trigger audit_update after update on public.site_settings
  referencing old table as old_rows new table as new_rows
  for each statement execute function public.audit('names only');
create trigger set_updated_at before update on public.site_settings
  for each row execute function public.set_updated_at();

insert into public.site_settings default values;
