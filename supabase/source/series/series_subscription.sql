-- Returns what the page of a subscription shows to the holder of its link, with the state waiting or subscribed; the
-- state nowhere for a link that leads nowhere.
create function public.series_subscription(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case when s.confirmed_at is null then 'waiting' else 'subscribed' end,
      'email', s.email, 'requested_at', s.requested_at, 'consent_version', s.consent_version,
      'confirm_by', s.confirm_by,
      'confirmed_at', s.confirmed_at, 'came_by', s.came_by, 'series', jsonb_build_object('key', g.key, 'name', g.name)
    )
    from private.series_links l
    join private.series_subscriptions s on s.id = l.subscription_id
    join public.series g on g.id = s.series_id
    where l.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.series_subscription to service_role;
