-- Erases the subscription of the holder of this link, and emails queued to them. With p_refused_key, the keyed digest
-- of the address, also records that its owner asked for nothing, so that no visitor can cause another email to it.
-- Returns false when nothing has changed.
create function public.leave_series(p_token_digest text, p_refused_key text default null) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscription uuid;
begin
  delete from private.series_subscriptions s
    using private.series_links l
    where l.token_digest = p_token_digest and s.id = l.subscription_id
    returning s.id into subscription;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = subscription and m.next_attempt_at is not null;
  perform private.refuse_mail(p_refused_key);
  return true;
end;
$$;

grant execute on function public.leave_series to service_role;
