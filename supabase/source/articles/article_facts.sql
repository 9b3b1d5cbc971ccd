-- Returns what lists and feeds show of an article.
create function private.article_facts(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'id', a.id,
    'slug', a.slug,
    'title', r.title,
    'excerpt', r.excerpt,
    'category', r.category,
    'author', r.author,
    'date', private.day_of_article(r.shown_on, a.published_at),
    'picture_path', r.picture_path,
    'picture_alt', r.picture_alt,
    'picture_focus', private.focus_of_picture(r.picture_path),
    'words', r.words,
    'change_note', a.change_note,
    'changed_at', a.changed_at
  )
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
  where a.id = p_id
);
