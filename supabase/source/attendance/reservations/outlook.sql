-- Returns what a party gets that signs up now at the end of the waitlist for the room or online, while sign-up is open:
-- placed, waiting, or to-confirm (on the waitlist, because their network already holds as many unconfirmed spots as
-- allowed). Valid as long as the caller holds the lock of the event.
create function private.outlook(
  p_event uuid,
  p_attends text,
  p_party integer,
  p_mails boolean,
  p_network text
) returns text
language plpgsql
stable
as $$
begin
  return case
    when not private.has_spots_for(p_event, p_attends, p_party, 2147483647, p_mails) then 'waiting'
    when p_mails and not private.may_hold(p_event, p_attends, p_party, p_network) then 'to-confirm'
    else 'placed'
  end;
end;
$$;
