create function public.make_article_preview(p_id uuid, p_token_digest text) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  until timestamp with time zone;
begin
  if not public.is_admin() then
    raise exception 'only admins show articles to others' using errcode = 'insufficient_privilege';
  end if;
  delete from private.article_previews p where p.expires_at <= now();
  insert into private.article_previews (token_digest, article_id)
    select p_token_digest, a.id from public.articles a where a.id = p_id
    on conflict (token_digest) do update set expires_at = private.article_previews.expires_at
    returning private.article_previews.expires_at into until;
  return until;
end;
$$;

comment on function public.make_article_preview(uuid, text) is
  'Creates a link that leads to the latest text of an article for 7 days and returns its expiry; null when there is no such article.';

-- for admins: writes a preview link to an article, for 7 days
grant execute on function public.make_article_preview(uuid, text) to authenticated;
