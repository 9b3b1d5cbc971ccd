-- Erases messages of the owner of an address, with the answers to them.
create function private.erase_messages(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from public.contact_messages m where lower(m.email) = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('contact_messages', removed);
  return erased;
end;
$$;
