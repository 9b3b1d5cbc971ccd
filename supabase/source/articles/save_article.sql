-- Saves a text (the columns of article_revisions that an admin fills in; keep_drawn_article adds its HTML) as a new
-- revision if it differs from the latest one, and leaves it a draft, publishes it, or schedules it for p_at. p_version
-- is the updated_at that the admin saw, null for a new article; p_note tells readers of a published article what
-- changed. Returns saved, changed (someone else saved first), not-found, slug-taken, trashed, published-already or
-- past.
create function public.save_article(
  p_id uuid,
  p_kind text,
  p_version timestamptz,
  p_text jsonb,
  p_act text,
  p_at timestamptz,
  p_note text
) returns public.save_article_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  not_typed constant text[] := array[
    'id', 'article_id', 'number', 'html', 'outline', 'words', 'renderer', 'published_at', 'created_by', 'created_at'
  ];
  typed constant public.article_revisions := jsonb_populate_record(null::public.article_revisions, p_text);
  article public.articles;
  is_new boolean;
  is_same boolean := false;
  is_public boolean;
  latest integer;
begin
  perform private.require_admin();
  if p_act is null or p_act not in ('draft', 'publish', 'schedule') then
    raise exception 'an article is saved as a draft, published or scheduled' using errcode = 'invalid_parameter_value';
  end if;
  -- If a form is submitted twice at once, there is no row to lock yet: the second submission waits here and then finds
  -- the row made by the first.
  perform pg_advisory_xact_lock(hashtextextended('article ' || p_id, 0));
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
    -- HTML is never accepted with a browser's token: the Worker renders it from the Markdown and stores it with the
    -- secret key.
    insert into public.article_revisions (
      article_id, number, slug, title, excerpt, category, author, shown_on, picture_path, picture_alt, markdown, html,
      outline, words, renderer, created_by
    )
      values (
        p_id, latest, typed.slug, typed.title, typed.excerpt, typed.category, typed.author, typed.shown_on,
        typed.picture_path, typed.picture_alt, typed.markdown, '', '[]', 0, 'none', auth.uid()
      );
  end if;
  if p_act = 'draft' then
    -- What is published or scheduled keeps its text and its address.
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
$$;

-- for admins: writes the Markdown of an article, and when it is published; never its HTML
grant execute on function public.save_article to authenticated;
