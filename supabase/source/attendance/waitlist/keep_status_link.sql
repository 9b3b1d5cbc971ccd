-- Implements keep_mail_link for emails with a link to a status page, where a new link invalidates those of earlier
-- generations, and for emails to a new address.
create function private.keep_status_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
as $$
begin
  if p_purpose = 'waitlist-new-address' then
    update private.waitlist_address_changes c set token_digest = p_token_digest where c.id = p_person;
  else
    insert into private.waitlist_links (token_digest, entry_id, generation)
      select p_token_digest, w.id, w.link_generation from public.waitlist_entries w where w.id = p_person
      on conflict do nothing;
    delete from private.waitlist_links l
      using public.waitlist_entries w
      where w.id = p_person and l.entry_id = w.id and l.generation < w.link_generation;
  end if;
end;
$$;
