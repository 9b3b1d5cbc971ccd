-- Erases emails to the owner of an address; must run while the rows they are about still exist. Suppressions of the
-- address remain, as a digest.
create function private.erase_mails(p_address text, p_mail_key text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from public.mails m where m.id in (select private.mails_to(p_address, p_mail_key));
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('mails', removed);
  -- The notice that emails to this account are suppressed is no longer needed.
  delete from private.mail_suppressions s where s.address_key = p_mail_key and s.stream = 'keys';
  return erased;
end;
$$;
