-- Trigger: the two hours for which a spot is held begin when the email that asks to confirm has been handed to the
-- sender.
create function private.start_hold() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reservations r
    set hold_until = least(r.hold_until, now() + interval '2 hours')
    where r.id = new.person and r.hold_until is not null;
  return null;
end;
$$;
