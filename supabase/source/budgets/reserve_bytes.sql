create function private.reserve_bytes(p_keys jsonb, p_bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Room is made for many forms at once, so that not each has to look for what may go.
  of_many constant bigint := 200000;
begin
  if private.spend('{bytes-reserve}', p_keys, p_bytes) is null then
    return true;
  end if;
  if private.left_of('bytes-reserve') >= p_bytes then
    return false; -- what its network has sent is too much
  end if;
  perform private.make_room(greatest(p_bytes, of_many));
  if private.left_of('bytes-reserve') < p_bytes then
    perform private.spend('{found-full}', '{}');
    return false;
  end if;
  return private.spend('{bytes-reserve}', p_keys, p_bytes) is null;
end;
$$;

comment on function private.reserve_bytes(jsonb, bigint) is
  'Counts what a visitor''s form is about to store. Where the bytes of the site are used up, what nobody has confirmed makes room (make_room). Returns false, and counts nothing, if the network has used up its own bytes or nothing can make room.';
