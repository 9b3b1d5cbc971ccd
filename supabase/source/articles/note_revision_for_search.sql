-- Trigger: updates the search entry when a published revision changes: it may be saved after its article, and its HTML
-- later still.
create function private.note_revision_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.articles a where a.id = new.article_id and a.published_revision = new.number) then
    perform private.index_article(new.article_id);
  end if;
  return null;
end;
$$;
