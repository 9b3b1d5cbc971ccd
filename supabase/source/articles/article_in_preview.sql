-- Returns what a preview link to the latest text of an article shows: {is_guide, article: the fields of article_page};
-- null for one in the trash.
create function private.article_in_preview(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'is_guide', a.kind = 'guide',
    'article', to_jsonb(r)
      - array[
        'id', 'article_id', 'number', 'created_by', 'created_at', 'published_at', 'shown_on', 'renderer', 'markdown'
      ]
      || jsonb_build_object(
        'date', private.day_of_article(r.shown_on, coalesce(a.published_at, now())),
        'picture_focus', private.focus_of_picture(r.picture_path),
        'change_note', a.change_note,
        'changed_at', a.changed_at
      )
  )
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where a.id = p_id and a.trashed_at is null
);
