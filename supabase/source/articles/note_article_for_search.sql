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

comment on function private.note_article_for_search() is 'Trigger: has search find an article or a guide as it is now.';
