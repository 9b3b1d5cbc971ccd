-- An article shows a picture of the library, which says what of it stays in sight where it is cropped.
create function public.focus_of_picture(p_path text)
 returns text
 language sql
 stable
 set search_path = ''
return (select p.focus from public.pictures p where p.path = p_path);

comment on function public.focus_of_picture(text) is 'The ninth of a picture that stays in sight where it is cropped; null for one that is not, or no longer, in the library.';
revoke all on function public.focus_of_picture(text) from public;

create or replace function public.told_of_article(p_id uuid)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object(
    'slug', a.slug,
    'title', r.title,
    'excerpt', r.excerpt,
    'category', r.category,
    'author', r.author,
    'date', public.day_of_article(r.shown_on, a.published_at),
    'picture_path', r.picture_path,
    'picture_alt', r.picture_alt,
    'picture_focus', public.focus_of_picture(r.picture_path),
    'words', r.words,
    'change_note', a.change_note,
    'changed_at', a.changed_at
  )
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
  where a.id = p_id
);

comment on function public.articles_page(text, integer, integer) is 'A page of the published articles or guides, the newest first; one behind the last is the first: {total, page, articles: [{slug, title, excerpt, category, author, date, picture_path, picture_alt, picture_focus, words, change_note, changed_at}], next_at}. next_at is when another one is published, null for none.';

create or replace function public.article_preview(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce((
  select jsonb_build_object(
    'kind', a.kind,
    'expires_at', p.expires_at,
    'article', to_jsonb(r) - array['id', 'article_id', 'number', 'created_by', 'created_at', 'published_at', 'shown_on', 'renderer', 'markdown']
      || jsonb_build_object(
        'date', public.day_of_article(r.shown_on, coalesce(a.published_at, now())),
        'picture_focus', public.focus_of_picture(r.picture_path),
        'change_note', a.change_note,
        'changed_at', a.changed_at
      )
  )
  from public.article_previews p
  join public.articles a on a.id = p.article_id and a.trashed_at is null
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where p.token_digest = p_token_digest and p.expires_at > now()
), '{}');

create or replace function public.admin_article(p_id uuid)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins see all articles' using errcode = 'insufficient_privilege';
  end if;
  return (
    select (to_jsonb(a) - array['slug', 'created_at'])
      || jsonb_build_object(
        'address', a.slug,
        'state', public.state_of_article(a.published_at, a.trashed_at),
        'text', to_jsonb(r) - array['id', 'article_id', 'number', 'published_at', 'created_by', 'created_at']
          || jsonb_build_object('picture_focus', public.focus_of_picture(r.picture_path)),
        'revisions', (
          select jsonb_agg(
            jsonb_build_object(
              'number', each.number, 'title', each.title, 'created_at', each.created_at, 'published_at', each.published_at,
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
$function$;

-- The renderer makes something else of pictures than the one before; all other texts are what they were.
update public.article_revisions r
set renderer = 'markdown-it 15.0.3, articles 2'
where r.renderer = 'markdown-it 15.0.3, articles 1' and strpos(r.markdown, '![') = 0;
