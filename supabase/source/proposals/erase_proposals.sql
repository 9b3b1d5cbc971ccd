-- Erases talk proposals of the owner of an address; the talks they have become remain.
create function private.erase_proposals(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.talk_proposals p where lower(p.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('proposals', removed);
end;
$$;
