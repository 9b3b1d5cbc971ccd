-- Admins write articles by functions, so that a text and what becomes of it are saved together.
create function public.state_of_article(p_published_at timestamp with time zone, p_trashed_at timestamp with time zone)
 returns text
 language sql
 stable
 set search_path = ''
return case
  when p_trashed_at is not null then 'trashed'
  when p_published_at is null then 'draft'
  when p_published_at > now() then 'scheduled'
  else 'published'
end;

comment on function public.state_of_article(timestamp with time zone, timestamp with time zone) is 'draft, scheduled, published or trashed.';
revoke all on function public.state_of_article(timestamp with time zone, timestamp with time zone) from public;

create function public.save_article(p_id uuid, p_kind text, p_version timestamp with time zone, p_text jsonb, p_act text, p_at timestamp with time zone, p_note text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  not_typed constant text[] := array['id', 'article_id', 'number', 'html', 'outline', 'words', 'renderer', 'published_at', 'created_by', 'created_at'];
  typed constant public.article_revisions := jsonb_populate_record(null::public.article_revisions, p_text);
  article public.articles;
  is_new boolean;
  is_same boolean := false;
  is_public boolean;
  latest integer;
begin
  if not public.is_admin() then
    raise exception 'only admins write articles' using errcode = 'insufficient_privilege';
  end if;
  if p_act is null or p_act not in ('draft', 'publish', 'schedule') then
    raise exception 'an article is saved as a draft, published or scheduled' using errcode = 'invalid_parameter_value';
  end if;
  select * into article from public.articles a where a.id = p_id for update;
  is_new := not found;
  if is_new and p_version is not null or article.kind <> p_kind then
    return 'not-found';
  elsif exists (select from public.articles a where a.kind = p_kind and a.slug = typed.slug and a.id <> p_id) then
    return 'slug-taken';
  end if;
  if not is_new then
    select to_jsonb(r) - not_typed = to_jsonb(typed) - not_typed into is_same
      from public.article_revisions r where r.article_id = p_id and r.number = article.revision;
    if not is_same and article.updated_at is distinct from p_version then
      return 'changed';
    elsif article.trashed_at is not null then
      return 'trashed';
    end if;
  end if;
  is_public := coalesce(article.published_at <= now(), false);
  if p_act = 'schedule' and is_public then
    return 'published-already';
  elsif p_act = 'schedule' and (p_at is null or p_at <= now()) then
    return 'past';
  elsif p_act = 'draft' and is_same then
    return 'saved';
  end if;

  latest := coalesce(article.revision, 0) + case when is_same then 0 else 1 end;
  if is_new then
    insert into public.articles (id, kind, slug, revision) values (p_id, p_kind, typed.slug, latest);
  end if;
  if not is_same then
    insert into public.article_revisions (article_id, number, slug, title, excerpt, category, author, shown_on, picture_path, picture_alt, markdown, html, outline, words, renderer, created_by)
      values (p_id, latest, typed.slug, typed.title, typed.excerpt, typed.category, typed.author, typed.shown_on, typed.picture_path, typed.picture_alt, typed.markdown, typed.html, typed.outline, typed.words, typed.renderer, auth.uid());
  end if;
  if p_act = 'draft' then
    -- What visitors read, or are to read, keeps its text and its address.
    update public.articles a
      set revision = latest, slug = case when a.published_at is null then typed.slug else a.slug end
      where a.id = p_id;
    return 'saved';
  end if;
  update public.articles a
    set revision = latest,
      slug = typed.slug,
      published_revision = latest,
      published_at = case when p_act = 'schedule' then p_at when is_public then a.published_at else now() end,
      change_note = case when is_public then coalesce(p_note, a.change_note) else a.change_note end,
      changed_at = case when is_public and p_note is not null then now() else a.changed_at end
    where a.id = p_id;
  update public.article_revisions r
    set published_at = case when p_act = 'schedule' then p_at else now() end
    where r.article_id = p_id and r.number = latest and (r.published_at is null or r.published_at > now());
  return 'saved';
end;
$function$;

comment on function public.save_article(uuid, text, timestamp with time zone, jsonb, text, timestamp with time zone, text) is 'Saves a text (columns of article_revisions) as a new revision, where it differs from the latest one, and leaves it a draft, publishes it, or schedules it for p_at. p_version is the updated_at that the admin saw, null for a new article; p_note tells readers of what is published already what changed. Answers saved, changed (somebody was faster), not-found, slug-taken, trashed, published-already or past.';
revoke all on function public.save_article(uuid, text, timestamp with time zone, jsonb, text, timestamp with time zone, text) from public;
grant execute on function public.save_article(uuid, text, timestamp with time zone, jsonb, text, timestamp with time zone, text) to authenticated;

create function public.change_article(p_id uuid, p_version timestamp with time zone, p_act text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  article public.articles;
begin
  if not public.is_admin() then
    raise exception 'only admins change articles' using errcode = 'insufficient_privilege';
  end if;
  select * into article from public.articles a where a.id = p_id for update;
  if not found then
    return 'not-found';
  elsif p_act = 'restore' then
    update public.articles a set trashed_at = null where a.id = p_id and a.trashed_at is not null;
    return 'done';
  elsif article.updated_at is distinct from p_version or article.trashed_at is not null then
    return 'changed';
  elsif p_act = 'unpublish' then
    update public.articles a set published_at = null, published_revision = null, change_note = null, changed_at = null where a.id = p_id;
  elsif p_act = 'trash' then
    update public.articles a set trashed_at = now() where a.id = p_id;
  else
    raise exception 'an article is unpublished, trashed or restored' using errcode = 'invalid_parameter_value';
  end if;
  return 'done';
end;
$function$;

comment on function public.change_article(uuid, timestamp with time zone, text) is 'Makes an article a draft again (unpublish), moves it to the trash (trash) or takes it out as it was (restore, whatever p_version is). p_version is the updated_at that the admin saw. Answers done, changed or not-found.';
revoke all on function public.change_article(uuid, timestamp with time zone, text) from public;
grant execute on function public.change_article(uuid, timestamp with time zone, text) to authenticated;

create function public.admin_articles(p_state text, p_search text, p_page integer)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path = ''
as $function$
declare
  per_page constant integer := 50;
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(public.fold(left(p_search, 200)), '\s+') as word
    where word <> ''
  );
begin
  if not public.is_admin() then
    raise exception 'only admins see all articles' using errcode = 'insufficient_privilege';
  end if;
  return (
    with known as (
      select a.id, a.kind, a.slug, r.title, public.state_of_article(a.published_at, a.trashed_at) as state, a.published_at, a.updated_at,
        coalesce(a.revision > a.published_revision, false) as is_ahead
      from public.articles a
      join public.article_revisions r on r.article_id = a.id and r.number = a.revision
    ),
    found as (
      select * from known k
      where case when coalesce(p_state, '') = '' then k.state <> 'trashed' else k.state = p_state end
        and public.fold(k.title || ' ' || k.slug) like all (patterns)
    ),
    counted as (
      select count(*)::integer as total, case when (p_page - 1) * per_page < count(*) then p_page else 1 end as page from found
    ),
    shown as (
      select * from found f order by f.updated_at desc, f.id limit per_page offset ((select page from counted) - 1) * per_page
    )
    select jsonb_build_object(
      'total', counted.total,
      'page', counted.page,
      'pages', greatest(1, (counted.total + per_page - 1) / per_page),
      'rows', (select coalesce(jsonb_agg(to_jsonb(s) order by s.updated_at desc, s.id), '[]') from shown s)
    )
    from counted
  );
end;
$function$;

comment on function public.admin_articles(text, text, integer) is 'For admins: 50 articles and guides of a state (all but those in the trash where it is empty) whose title or address has all words, the last changed first: {total, page, pages, rows: [{id, kind, slug, title, state, published_at, updated_at, is_ahead}]}. is_ahead: its latest text is not the published one.';
revoke all on function public.admin_articles(text, text, integer) from public;
grant execute on function public.admin_articles(text, text, integer) to authenticated;

create function public.admin_article(p_id uuid)
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
        'text', to_jsonb(r) - array['id', 'article_id', 'number', 'published_at', 'created_by', 'created_at'],
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

comment on function public.admin_article(uuid) is 'For admins: an article with its state, its latest text and its newest 200 revisions: {the columns of articles, address, state, text, revisions: [{number, title, created_at, published_at, by}]}; null when there is none.';
revoke all on function public.admin_article(uuid) from public;
grant execute on function public.admin_article(uuid) to authenticated;
