-- Returns a page of the published articles or guides, newest first; a page number past the end returns the first page:
-- {total, page, articles: [{id, slug, title, excerpt, category, author, date, picture_path, picture_alt, picture_focus,
-- words, change_note, changed_at}], has_issues, next_at}. has_issues: an issue of the newsletter was sent; next_at:
-- when the next one is published, null if none is scheduled.
create function public.articles_page(p_kind text, p_page integer, p_size integer) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  with known as (
    select p.id, p.slug, p.published_at, p.day from private.published_articles(p_kind) p
  ),
  counted as (
    select count(*)::integer as total, case when (p_page - 1) * p_size < count(*) then p_page else 1 end as page
    from known
  ),
  shown as (
    select k.*
    from known k
    order by k.day desc, k.published_at desc, k.slug
    limit p_size offset ((select page from counted) - 1) * p_size
  )
  select jsonb_build_object(
    'total', counted.total,
    'page', counted.page,
    'articles', (
      select coalesce(jsonb_agg(private.article_facts(s.id) order by s.day desc, s.published_at desc, s.slug), '[]')
      from shown s
    ),
    'has_issues', exists (select from public.newsletter_issues i where i.sent_at is not null),
    'next_at', (
      select min(a.published_at) from public.articles a
      where a.kind = p_kind and a.published_at > now() and a.trashed_at is null
    )
  )
  from counted
);

grant execute on function public.articles_page to service_role;
