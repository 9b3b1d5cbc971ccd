-- Owners also write the texts of the home and about pages: all that the form of /admin/site takes, in characters of four bytes,
-- is 93,000 bytes.
alter table public.site_settings
  drop constraint settings_have_at_most_20000_bytes,
  add constraint settings_have_at_most_100000_bytes check (octet_length(settings::text) <= 100000);

comment on table public.site_settings is 'One row: names, links, texts, founders and the announcement, as the form of /admin/site sends them; null until an owner saves them. Public.';
