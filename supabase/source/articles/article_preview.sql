create function public.article_preview(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'kind', a.kind,
    'expires_at', p.expires_at,
    'article', to_jsonb(r) - array['id', 'article_id', 'number', 'created_by', 'created_at', 'published_at', 'shown_on', 'renderer', 'markdown']
      || jsonb_build_object(
        'date', private.day_of_article(r.shown_on, coalesce(a.published_at, now())),
        'picture_focus', private.focus_of_picture(r.picture_path),
        'change_note', a.change_note,
        'changed_at', a.changed_at
      )
  )
  from private.article_previews p
  join public.articles a on a.id = p.article_id and a.trashed_at is null
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where p.token_digest = p_token_digest and p.expires_at > now()
), '{}');

comment on function public.article_preview(text) is
  'Returns what a link to the latest text of an article shows: {kind, expires_at, article: the fields of article_page}; an empty object for an expired link or an article in the trash.';

grant execute on function public.article_preview(text) to service_role;
