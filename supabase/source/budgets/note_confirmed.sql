-- Notes that the address of an entry, a subscription or a proposal is confirmed: it no longer counts in the bytes of
-- its network.
create function private.note_confirmed(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  network constant text := private.give_back(p_id);
begin
  if network is not null then
    perform private.spend('{confirmed}', jsonb_build_object('far', network));
  end if;
end;
$$;
