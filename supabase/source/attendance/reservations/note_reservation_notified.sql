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

comment on function public.note_reservation_notified(uuid) is 'Notes that an admin has told somebody by their own means.';

-- for admins: writes that somebody was told
grant execute on function public.note_reservation_notified(uuid) to authenticated;
