-- Returns what a preview link shows, published or not: {kind, expires_at} with {article, is_guide}, {event,
-- is_published}, or {programme} as in programme_facts; an empty object for an expired link or an article in the trash.
create function public.preview(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object('kind', p.kind, 'expires_at', p.expires_at) || shown.content
  from private.previews p
  cross join lateral (
    select case p.kind
      when 'article' then private.article_in_preview(p.article_id)
      when 'event' then private.event_in_preview(p.event_id)
      when 'program' then jsonb_build_object('programme', private.programme_facts(p.event_id, null, null, false))
    end as content
  ) shown
  where p.token_digest = p_token_digest and p.expires_at > now() and shown.content is not null
), '{}');

grant execute on function public.preview to service_role;
