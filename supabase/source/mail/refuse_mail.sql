-- Records that the owner of an address, given by its keyed digest, has asked for nothing, so that no visitor can cause
-- another email to it. Does nothing for null.
create function private.refuse_mail(p_address_key text) returns void
language sql
as $$
  insert into private.mail_suppressions (address_key, stream, reason)
    select p_address_key, 'transactional', 'not-mine' where p_address_key is not null
    on conflict do nothing;
$$;
