-- Creates a link that shows an article, an event or the program of one (p_kind) to anyone for 7 days, and returns its
-- expiry; null if there is no such article or event, or if a form that was kept sends a token that has ended.
create function public.make_preview(p_kind text, p_id uuid, p_token_digest text) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  until timestamptz;
begin
  perform private.require_admin();
  delete from private.previews p where p.expires_at <= now() - interval '7 days';
  insert into private.previews as p (token_digest, kind, article_id, event_id)
    select p_token_digest, p_kind, a.id, null from public.articles a where p_kind = 'article' and a.id = p_id
    union all
    select p_token_digest, p_kind, null, e.id from public.events e where p_kind <> 'article' and e.id = p_id
    on conflict (token_digest) do update set expires_at = p.expires_at
      where p.expires_at > now() and (p.kind, p.article_id, p.event_id)
        is not distinct from (excluded.kind, excluded.article_id, excluded.event_id)
    returning p.expires_at into until;
  return until;
end;
$$;

-- for admins: writes a link that shows a draft, for 7 days
grant execute on function public.make_preview to authenticated;
