create function public.note_reservation_notified(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation_of(p_id);
begin
  update public.reservations r set to_be_notified = false where r.id = own.id and r.to_be_notified;
  return found;
end;
$$;

comment on function public.note_reservation_notified(uuid) is
  'Records that an admin has notified someone by other means. Returns whether they were still to be notified.';

-- for admins: writes that a person was notified
grant execute on function public.note_reservation_notified(uuid) to authenticated;
