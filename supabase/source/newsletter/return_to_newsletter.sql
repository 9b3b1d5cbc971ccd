-- Restores the subscription of a person who has left: within 24 hours as it was, later with a new consent, which
-- pressing the button gives. Returns back, refused (the newsletter is permanently suppressed for the address) or
-- nowhere.
create function public.return_to_newsletter(
  p_token_digest text,
  p_address_key text,
  p_consent_version text,
  p_page text
) returns public.return_to_newsletter_outcome
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
  if not found then
    return 'nowhere';
  end if;
  if private.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  if subscriber.left_at > now() - interval '24 hours' and subscriber.confirmed_at is not null then
    update public.newsletter_subscribers s set left_at = null, confirm_by = null where s.id = subscriber.id;
  elsif subscriber.left_at is not null then
    update public.newsletter_subscribers s
      set
        left_at = null, confirm_by = null, confirmed_at = now(), requested_at = now(),
        consent_version = p_consent_version, consent_page = p_page
      where s.id = subscriber.id;
  end if;
  delete from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  return 'back';
end;
$$;

grant execute on function public.return_to_newsletter to service_role;
