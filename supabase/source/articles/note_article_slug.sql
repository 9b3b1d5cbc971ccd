-- Trigger: keeps an earlier public address of an article, and forgets it once the article has it again.
create function private.note_article_slug() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.article_old_slugs o where o.kind = new.kind and o.slug = new.slug and o.article_id = new.id;
  -- A draft's address has never been public.
  if old.published_at <= now() or exists (
    select from public.article_revisions r where r.article_id = old.id and r.slug = old.slug and r.published_at <= now()
  ) then
    insert into private.article_old_slugs (kind, slug, article_id) values (old.kind, old.slug, new.id)
      on conflict (kind, slug) do update set article_id = excluded.article_id;
  end if;
  return null;
end;
$$;
