create function private.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  case p_purpose
    when 'waitlist-receipt', 'waitlist-lost-link', 'waitlist-new-link', 'waitlist-address-confirmed', 'event-news',
      'place-offer', 'place-ticket', 'place-canceled' then
      insert into private.waitlist_links (token_digest, entry_id, generation)
        select p_token_digest, w.id, w.link_generation from public.waitlist_entries w where w.id = p_person
        on conflict do nothing;
      delete from private.waitlist_links l
        using public.waitlist_entries w
        where w.id = p_person and l.entry_id = w.id and l.generation < w.link_generation;
    when 'waitlist-new-address' then
      update private.waitlist_address_changes c set token_digest = p_token_digest where c.id = p_person;
    when 'newsletter-confirm' then
      insert into private.newsletter_links (token_digest, subscriber_id) values (p_token_digest, p_person) on conflict do nothing;
    when 'newsletter-address' then
      update private.newsletter_address_changes c set token_digest = p_token_digest where c.id = p_person;
    when 'admin-invitation' then
      update private.admin_invitations i set token_digest = p_token_digest where i.id = p_person;
    when 'password-link' then
      update private.password_links l set token_digest = p_token_digest where l.user_id = p_person;
    when 'admin-new-address' then
      update private.admin_address_changes c set token_digest = p_token_digest where c.id = p_person;
  end case;
end;
$$;

comment on function private.keep_mail_link(text, uuid, text) is
  'Makes the link in a mail valid, by the digest of its token; that to a place ends those of an earlier generation.';
