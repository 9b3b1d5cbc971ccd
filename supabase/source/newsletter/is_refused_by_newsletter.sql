-- Whether the newsletter is permanently suppressed for an address: its owner complained or never asked for it, or it
-- does not exist. A person who had it erased may ask for it again.
create function private.is_refused_by_newsletter(p_address_key text) returns boolean
language sql
stable
return exists (
  select from private.mail_suppressions s
  where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason <> 'erased'
);
