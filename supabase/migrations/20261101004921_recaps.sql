-- A past event can say what happened.
alter table public.events
  add column recap text,
  add column recap_url text,
  add constraint recap_has_1_to_2000_characters check (btrim(recap) <> '' and public.visible_length(recap) <= 2000),
  add constraint recap_url_leads_to_the_web check (recap_url ~ '^https?://[^[:space:]]+$' and char_length(recap_url) <= 2048),
  add constraint recap_url_has_no_userinfo check (recap_url !~ '^https?://[/\\]*[^/\\?#]*@');

comment on column public.events.recap is 'What happened, in paragraphs; shown once the event is over.';
comment on column public.events.recap_url is 'Where photos or slides are; shown once the event is over.';

grant select (recap, recap_url) on public.events to anon;
grant insert (recap, recap_url), update (recap, recap_url) on public.events to authenticated;
