-- Counts what a visitor's form is about to store. Where the bytes of the site are used up, what nobody has confirmed
-- makes room (make_room). Returns false, and counts nothing, if the network has used up its own bytes or nothing can
-- make room.
create function private.reserve_bytes(p_keys jsonb, p_bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.spend('{bytes-reserve}', p_keys, p_bytes) is null then
    return true;
  end if;
  -- What is too much of one network makes no room at the cost of others.
  if private.left_of('bytes-reserve') >= p_bytes or exists (
    select from private.budget_rules r
    where r.what = 'bytes-reserve' and r.who = 'far' and r.most < p_bytes + (
      select coalesce(sum(s.amount), 0)
      from private.spending s
      where s.what = r.what and s.who = r.who and s.key = p_keys ->> 'far' and s.at > now() - r.period
    )
  ) then
    return false;
  end if;
  perform private.make_room(p_bytes);
  if private.left_of('bytes-reserve') < p_bytes then
    perform private.spend('{found-full}', '{}');
    return false;
  end if;
  return private.spend('{bytes-reserve}', p_keys, p_bytes) is null;
end;
$$;
