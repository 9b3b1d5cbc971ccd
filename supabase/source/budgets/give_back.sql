-- Takes a row that is confirmed or gone off the bytes of its network and of the site. Returns the network (far); null
-- if it is not known.
create function private.give_back(p_id uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept private.unconfirmed_rows;
begin
  delete from private.unconfirmed_rows u where u.id = p_id returning * into kept;
  if found then
    perform private.spend(
      '{bytes-reserve}', jsonb_strip_nulls(jsonb_build_object('far', kept.network_key)), -kept.bytes
    );
  end if;
  return kept.network_key;
end;
$$;
