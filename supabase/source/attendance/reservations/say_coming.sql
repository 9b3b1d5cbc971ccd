-- Records that the holder of this link is still coming; a repeated call changes nothing. Returns false if they were not
-- asked, no longer have a spot, or the event has begun, moved to another day or been called off.
create function public.say_coming(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
begin
  update public.reservations r
    set coming_at = coalesce(r.coming_at, now())
    where r.id = own.id and private.may_answer(r);
  return found;
end;
$$;

grant execute on function public.say_coming to service_role;
