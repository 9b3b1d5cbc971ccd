-- For admins: changes the number of people of someone's reservation, as set_party says.
create function public.change_party_of(p_id uuid, p_party integer, p_mails boolean) returns public.change_party_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation_of(p_id);
  outcome constant public.change_party_outcome := private.set_party(own, p_party, p_mails);
begin
  if outcome = 'changed' and not p_mails and p_party <> own.party then
    update public.reservations r set to_be_notified = true where r.id = p_id;
  end if;
  return outcome;
end;
$$;

-- for admins: writes the number of people of a reservation; sends its ticket
grant execute on function public.change_party_of to authenticated;
