-- Returns draft, scheduled, published or trashed.
create function private.state_of_article(p_published_at timestamptz, p_trashed_at timestamptz) returns text
language sql
stable
return case
  when p_trashed_at is not null then 'trashed'
  when p_published_at is null then 'draft'
  when p_published_at > now() then 'scheduled'
  else 'published'
end;
