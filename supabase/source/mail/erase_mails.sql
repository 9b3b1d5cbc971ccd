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
  -- Nobody is told any more that an account of theirs gets no mail.
  delete from private.mail_suppressions s where s.address_key = p_mail_key and s.stream = 'keys';
  return erased;
end;
$$;

comment on function private.erase_mails(text, text) is 'Erases mails to the owner of an address, while it is known what they are about. That no mail is to go there stays, as a digest.';
