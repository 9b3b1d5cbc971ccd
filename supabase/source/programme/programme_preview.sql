create function public.programme_preview(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object('expires_at', p.expires_at, 'programme', private.programme_facts(p.event_id, null, null, false))
  from private.programme_previews p
  where p.token_digest = p_token_digest and p.expires_at > now()
), '{}');

comment on function public.programme_preview(text) is
  'Returns what a link to a program shows, even while it is a draft: {expires_at, programme as in programme_facts}; an empty object for an expired link.';

grant execute on function public.programme_preview(text) to service_role;
