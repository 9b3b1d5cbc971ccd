-- Erases the account of the owner of an email address and its sign-in data.
create function private.erase_account(p_address text, p_account uuid, p_account_key text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from private.admin_invitations i where lower(i.email) = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('invitations', removed);
  delete from private.admin_address_changes c where p_address in (lower(c.email), lower(c.previous_email));
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('address_changes', removed);
  delete from private.sign_in_failures f where f.account_key = p_account_key;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('sign_in_failures', removed);
  delete from private.known_addresses k where k.account_key = p_account_key;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('known_addresses', removed);
  delete from auth.refresh_tokens r where r.user_id::text = p_account::text;
  delete from auth.users u where u.id = p_account;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('accounts', removed);
  delete from auth.audit_log_entries l where l.payload::text ~* private.pattern_of_address(p_address);
  return erased;
end;
$$;
