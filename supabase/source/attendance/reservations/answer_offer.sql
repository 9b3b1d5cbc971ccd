-- Accepts or declines the spot that is offered to the holder of this link; a declined spot is offered to the next
-- person at once, where emails are sent. Returns the resulting state of the reservation (a repeated call changes
-- nothing), or nowhere.
create function public.answer_offer(
  p_token_digest text,
  p_is_accepted boolean,
  p_mails boolean
) returns public.answer_offer_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
begin
  if own.id is null then
    return 'nowhere';
  end if;
  -- An expired offer no longer counts, even before cron has ended it.
  perform public.promote_line(own.event_id, p_mails);
  update public.reservations r
    set state = case when p_is_accepted then 'placed' else 'declined' end, offer_ends_at = null
    where r.id = own.id and r.state = 'offered';
  if not found then
    return (select r.state from public.reservations r where r.id = own.id);
  end if;
  if p_is_accepted then
    perform private.enqueue_ticket(own.id);
    return 'placed';
  end if;
  perform public.promote_line(own.event_id, p_mails);
  return 'declined';
end;
$$;

grant execute on function public.answer_offer to service_role;
