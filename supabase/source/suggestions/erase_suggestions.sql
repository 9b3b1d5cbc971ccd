-- Erases suggestions of the owner of an address; what they have become remains.
create function private.erase_suggestions(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from public.suggestions s where lower(s.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('suggestions', removed);
end;
$$;
