-- Discards the new address that the holder of this link wanted to use; the link in the email to it no longer works.
-- Returns false when there was none.
create function public.take_back_address_change(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.waitlist_address_changes c
    using private.waitlist_links l
    where l.token_digest = p_token_digest and c.entry_id = l.entry_id and c.confirmed_at is null;
  return found;
end;
$$;

grant execute on function public.take_back_address_change to service_role;
