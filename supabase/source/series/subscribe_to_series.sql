-- Stores an address for news about a visible series, and enqueues the email that asks to confirm it within 30 days,
-- also to people who are confirmed, because it links to their page. A p_from that names no link of it is ignored.
-- Returns asked, whoever asks and even if no email may be sent; full (reserve_bytes) or not-found, and then nothing is
-- stored.
create function public.subscribe_to_series(
  p_series text,
  p_email text,
  p_consent_version text,
  p_address_key text,
  p_sender jsonb default null,
  p_from text default null
) returns public.subscribe_to_series_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  series uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 1000;
  subscription private.series_subscriptions;
begin
  select s.id into series
    from public.series s
    where s.key = p_series and exists (select from public.events e where e.series_id = s.id and e.is_listed)
    for key share;
  if not found then
    return 'not-found';
  end if;
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  -- A confirmed subscription stays as it was.
  insert into private.series_subscriptions as s (series_id, email, consent_version, confirm_by, came_by)
    values (
      series, p_email, p_consent_version, now() + private.unconfirmed_period(),
      (select l.slug from public.named_links l where l.series_id = series and l.slug = p_from)
    )
    on conflict (series_id, lower(email)) do update
    set consent_version = excluded.consent_version, requested_at = excluded.requested_at,
      confirm_by = excluded.confirm_by, came_by = excluded.came_by
    where s.confirmed_at is null;
  select s.* into subscription
    from private.series_subscriptions s
    where s.series_id = series and lower(s.email) = lower(p_email);
  if subscription.confirmed_at is null then
    perform private.note_stored('series', subscription.id, keys, bytes, true);
  end if;
  perform private.enqueue_mail(
    'series-confirm', subscription.id, p_address_key, '{series}', keys,
    case when subscription.confirmed_at is null then 'strangers' else 'known' end
  );
  return 'asked';
end;
$$;

grant execute on function public.subscribe_to_series to service_role;
