-- Implements keep_mail_link for the emails to subscribers.
create function private.keep_newsletter_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
as $$
begin
  if p_purpose = 'newsletter-address' then
    update private.newsletter_address_changes c set token_digest = p_token_digest where c.id = p_person;
  else
    insert into private.newsletter_links (token_digest, subscriber_id)
      values (p_token_digest, p_person)
      on conflict do nothing;
  end if;
end;
$$;
