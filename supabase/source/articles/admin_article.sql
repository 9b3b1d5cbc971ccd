-- For admins: returns an article with its state, its latest text and its newest 200 revisions: {the columns of
-- articles, address, state, text, revisions: [{number, title, created_at, published_at, by}]}; null when there is no
-- such article.
create function public.admin_article(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select (to_jsonb(a) - array['slug', 'created_at'])
      || jsonb_build_object(
        'address', a.slug,
        'state', private.state_of_article(a.published_at, a.trashed_at),
        'text', to_jsonb(r) - array['id', 'article_id', 'number', 'published_at', 'created_by', 'created_at']
          || jsonb_build_object('picture_focus', private.focus_of_picture(r.picture_path)),
        'revisions', (
          select jsonb_agg(
            jsonb_build_object(
              'number', each.number, 'title', each.title, 'created_at', each.created_at,
              'published_at', each.published_at,
              'by', (select u.email from auth.users u where u.id = each.created_by)
            )
            order by each.number desc
          )
          from (
            select * from public.article_revisions o where o.article_id = p_id order by o.number desc limit 200
          ) each
        )
      )
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.revision
    where a.id = p_id
  );
end;
$$;

-- for admins: reads an article with its texts and who wrote them
grant execute on function public.admin_article to authenticated;
