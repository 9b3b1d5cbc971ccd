-- Erases the newsletter subscriptions of the owner of an address.
create function private.erase_subscriber(p_address text, p_newsletter_key text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from private.newsletter_address_changes c where lower(c.email) = p_address or lower(c.old_email) = p_address;
  delete from public.newsletter_subscribers s where lower(s.email) = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('newsletter_subscribers', removed);
  delete from private.newsletter_requests r where r.email_key = p_newsletter_key;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('newsletter_requests', removed);
  return erased;
end;
$$;
