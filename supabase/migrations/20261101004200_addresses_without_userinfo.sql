-- https://bank.example@evil.example/ shows one site and leads to another. From addresses that have it already, what stands before
-- the @ is taken away: they lead to the same host as before. One without a host led nowhere and goes on doing so.
update public.education_resources
set url = regexp_replace(
  regexp_replace(url, '^(https?://)[/\\]*[^/\\?#]*@(?=[/\\?#]|$)', '\1address.invalid'),
  '^(https?://)[/\\]*[^/\\?#]*@', '\1'
)
where url ~ '^https?://[/\\]*[^/\\?#]*@';

update public.events
set ticket_url = regexp_replace(
  regexp_replace(ticket_url, '^(https?://)[/\\]*[^/\\?#]*@(?=[/\\?#]|$)', '\1address.invalid'),
  '^(https?://)[/\\]*[^/\\?#]*@', '\1'
)
where ticket_url ~ '^https?://[/\\]*[^/\\?#]*@';

update public.events
set poster_path = regexp_replace(
  regexp_replace(poster_path, '^(https?://)[/\\]*[^/\\?#]*@(?=[/\\?#]|$)', '\1address.invalid'),
  '^(https?://)[/\\]*[^/\\?#]*@', '\1'
)
where poster_path ~ '^https?://[/\\]*[^/\\?#]*@';

-- Browsers take a backslash for a slash, and any number of them after the scheme.
alter table public.education_resources
  add constraint url_has_no_userinfo check (url !~ '^https?://[/\\]*[^/\\?#]*@');

alter table public.events
  add constraint ticket_url_has_no_userinfo check (ticket_url !~ '^https?://[/\\]*[^/\\?#]*@'),
  add constraint poster_path_has_no_userinfo check (poster_path !~ '^https?://[/\\]*[^/\\?#]*@');
