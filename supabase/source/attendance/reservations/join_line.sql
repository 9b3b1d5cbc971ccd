-- Puts a person who declined an offer, let it expire or lost their spot at the end of the waitlist again, and gives a
-- waiting person a spot that is free for them. Returns the resulting state of the reservation, closed or nowhere.
create function public.join_line(p_token_digest text, p_mails boolean) returns public.join_line_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
  event public.events;
begin
  if own.id is null then
    return 'nowhere';
  end if;
  select e.* into event from public.events e where e.id = own.event_id;
  if private.sign_up(event.id) not in ('open', 'line') or exists (
    select from public.waitlist_entries w
    where w.id = own.id and w.for_entry is not null and not private.has_reservation(w.for_entry)
  ) then
    return 'closed';
  end if;
  -- Who declines and joins again would otherwise have an email with each round.
  if own.state in ('declined', 'lapsed') and not private.spend_own_press(own.id) then
    return 'too-often';
  end if;
  perform public.promote_line(own.event_id, p_mails);
  perform private.back_in_line(own.id, own.party);
  perform private.take_spots(own.id, true);
  return (select r.state from public.reservations r where r.id = own.id);
end;
$$;

grant execute on function public.join_line to service_role;
