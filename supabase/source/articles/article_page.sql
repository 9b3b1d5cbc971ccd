-- Returns a published article with its HTML and outline, and the five newest articles: the fields of articles_page,
-- html, outline, others, and stale ({revision, markdown}) if a renderer other than p_renderer made the HTML. Returns
-- {moved_to} for an address that a published article had before; an empty object for any other address.
create function public.article_page(p_kind text, p_slug text, p_renderer text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select private.article_facts(a.id) || jsonb_build_object(
      'html', r.html,
      'outline', r.outline,
      'stale', case when r.renderer <> p_renderer then jsonb_build_object('revision', r.id, 'markdown', r.markdown) end,
      'others', public.articles_page(p_kind, 1, 5) -> 'articles'
    )
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
    where a.kind = p_kind and a.slug = p_slug and a.published_at <= now() and a.trashed_at is null
  ),
  (
    select jsonb_build_object('moved_to', a.slug)
    from private.article_old_slugs o
    join public.articles a on a.id = o.article_id
    where o.kind = p_kind and o.slug = p_slug and a.published_at <= now() and a.trashed_at is null
  ),
  '{}'
);

grant execute on function public.article_page to service_role;
