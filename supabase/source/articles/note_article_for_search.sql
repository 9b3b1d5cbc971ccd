-- Trigger: updates the search entry of an article or guide.
create function private.note_article_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_article(coalesce(new.id, old.id));
  return null;
end;
$$;
