-- Erases the address of a speaker, their link and a waiting correction; what the program says about them remains.
create function private.erase_speaker_contacts(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.speaker_contacts c where lower(c.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('speaker_contacts', removed);
end;
$$;
