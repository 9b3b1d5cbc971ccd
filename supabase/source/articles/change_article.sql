-- Makes an article a draft again (unpublish), moves it to the trash (trash), restores it as it was except for a
-- publication time that has passed meanwhile (restore, which ignores p_version), or deletes an article in the trash
-- with all its texts (delete). p_version is the updated_at that the admin saw. Returns done, changed or not-found.
create function public.change_article(
  p_id uuid,
  p_version timestamptz,
  p_act text
) returns public.change_article_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  article public.articles;
begin
  perform private.require_admin();
  select * into article from public.articles a where a.id = p_id for update;
  if not found then
    return 'not-found';
  elsif p_act = 'restore' then
    -- Restoring never publishes: a publication time that passed while the article was in the trash is dropped.
    update public.articles a set trashed_at = null where a.id = p_id and a.trashed_at is not null;
    if article.published_at > article.trashed_at and article.published_at <= now() then
      update public.articles a set published_at = null, published_revision = null where a.id = p_id;
    end if;
    return 'done';
  elsif p_act = 'delete' then
    if article.updated_at is distinct from p_version or article.trashed_at is null then
      return 'changed';
    end if;
    -- Its revisions, preview links and old addresses refer to it and are deleted with it.
    delete from public.articles a where a.id = p_id;
    return 'done';
  elsif article.updated_at is distinct from p_version or article.trashed_at is not null then
    return 'changed';
  elsif p_act = 'unpublish' then
    update public.articles a
      set published_at = null, published_revision = null, change_note = null, changed_at = null
      where a.id = p_id;
  elsif p_act = 'trash' then
    update public.articles a set trashed_at = now() where a.id = p_id;
  else
    raise exception 'an article is unpublished, trashed, restored or deleted' using errcode = 'invalid_parameter_value';
  end if;
  return 'done';
end;
$$;

-- for admins: writes the state of an article, or deletes one that is in the trash
grant execute on function public.change_article to authenticated;
