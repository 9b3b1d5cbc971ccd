-- Confirms the address of the holder of this link, which enqueues the first letter; repeated calls change nothing. It
-- lifts the suppression by an erasure, but never one by a complaint, which makes it return refused.
create function public.confirm_subscription(p_token_digest text, p_address_key text)
  returns public.confirm_subscription_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  select s.* into subscriber
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
    for update of s;
  if not found or subscriber.left_at is not null then
    return 'nowhere';
  end if;
  if private.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  perform private.note_confirmed(subscriber.id);
  delete from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  update public.newsletter_subscribers s
    set confirmed_at = now(), confirm_by = null
    where s.id = subscriber.id and s.confirmed_at is null;
  if found and private.sends_first_letter() then
    perform private.enqueue_mail('newsletter-first', subscriber.id, p_address_key, '{}', null, 'known');
  end if;
  return 'confirmed';
end;
$$;

grant execute on function public.confirm_subscription to service_role;
