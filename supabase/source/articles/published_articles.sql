-- Returns what visitors may read of a kind, with the date that they see.
create function private.published_articles(p_kind text)
returns table (id uuid, slug text, published_at timestamptz, changed_at timestamptz, day date)
language sql
stable
as $$
  select a.id, a.slug, a.published_at, a.changed_at, private.day_of_article(r.shown_on, a.published_at)
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
  where a.kind = p_kind and a.published_at <= now() and a.trashed_at is null
$$;
