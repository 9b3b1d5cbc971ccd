-- Changes the newsletter address to the new one, whose owner has this link, and enqueues an email to the old one about
-- the change. Links sent to the old address become invalid. Returns changed, refused (the newsletter is permanently
-- suppressed for the new address) or nowhere.
create function public.confirm_newsletter_address(
  p_token_digest text,
  p_address_key text
) returns public.confirm_newsletter_address_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  change private.newsletter_address_changes;
begin
  select c.* into change
    from private.newsletter_address_changes c
    where c.token_digest = p_token_digest
      and c.confirmed_at is null
      and c.requested_at > now() - private.newsletter_address_change_period()
    for update;
  if not found then
    return 'nowhere';
  end if;
  if private.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  -- Both addresses belong to the same person, who has just proved it.
  delete from public.newsletter_subscribers s
    where lower(s.email) = lower(change.email) and not s.suspected_spam and s.id <> change.subscriber_id;
  update private.newsletter_address_changes c
    set confirmed_at = now(), old_email = s.email
    from public.newsletter_subscribers s
    where c.id = change.id and s.id = change.subscriber_id;
  update public.newsletter_subscribers s
    set email = change.email, confirmed_at = now(), link_generation = s.link_generation + 1
    where s.id = change.subscriber_id;
  insert into private.newsletter_links (token_digest, subscriber_id) values (p_token_digest, change.subscriber_id);
  delete from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  insert into public.mails (purpose, person, occurrence) values ('newsletter-address-changed', change.id, 1);
  return 'changed';
end;
$$;

grant execute on function public.confirm_newsletter_address to service_role;
