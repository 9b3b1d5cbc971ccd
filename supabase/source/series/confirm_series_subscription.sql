-- Confirms the address of the holder of this link. Returns false when nothing has changed.
create function public.confirm_series_subscription(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  confirmed uuid;
begin
  update private.series_subscriptions s
    set confirmed_at = now(), confirm_by = null
    from private.series_links l
    where l.token_digest = p_token_digest and s.id = l.subscription_id and s.confirmed_at is null
    returning s.id into confirmed;
  perform private.note_confirmed(confirmed);
  return confirmed is not null;
end;
$$;

grant execute on function public.confirm_series_subscription to service_role;
