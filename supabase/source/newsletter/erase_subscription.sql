-- Erases what is kept about the holder of this link, and suppresses the newsletter under a keyed digest of the address;
-- without p_is_mine, also further requests to confirm. Returns false when there is nothing.
create function public.erase_subscription(p_token_digest text, p_address_key text, p_is_mine boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  delete from public.newsletter_subscribers s
    using private.newsletter_links l
    where l.token_digest = p_token_digest and s.id = l.subscriber_id
    returning s.* into subscriber;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = subscriber.id and m.next_attempt_at is not null;
  -- An address that was never confirmed got no newsletters; it is suppressed only if its owner had not requested it.
  if subscriber.confirmed_at is not null or not p_is_mine then
    insert into private.mail_suppressions (address_key, stream, reason)
      values (p_address_key, 'newsletter', case when p_is_mine then 'erased' else 'not-mine' end)
      on conflict do nothing;
  end if;
  return true;
end;
$$;

grant execute on function public.erase_subscription to service_role;
