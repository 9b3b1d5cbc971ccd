create table public.site_settings (
  id text default 'site' primary key,
  settings jsonb,
  updated_at timestamptz not null default now(),
  constraint settings_are_texts check (
    jsonb_typeof(settings) = 'object' and not jsonb_path_exists(settings, '$.*?(@.type() != "string")')
  ),
  constraint settings_have_at_most_100000_bytes check (octet_length(settings::text) <= 100000),
  constraint settings_link_to_the_web check (
    not jsonb_path_exists(
      settings,
      '$.keyvalue()?(@."key" like_regex "_url$"'
        ' && !(@."value" like_regex "^https?://[^/?#@\\s]+([/?#]\\S*)?$" flag "i"))'
    )
  ),
  constraint settings_name_the_site check (
    settings ?& array['name', 'short_name', 'tagline', 'email', 'location', 'community_url', 'meetup_url', 'chat_url']
  ),
  constraint there_is_one_site check (id = 'site')
);

comment on table public.site_settings is
  'A single row: names, links, texts, founders and the announcement, as the form of /admin/site submits them; null'
  ' until an owner saves them. Public.';

alter table public.site_settings enable row level security;
