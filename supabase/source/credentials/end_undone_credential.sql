-- Trigger: revokes the credential of a check-in that is undone. A person who is checked in again can get a new one.
create function private.end_undone_credential() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.credentials c
    set taken_back_at = now(), reservation_id = null
    where c.reservation_id = new.id and c.taken_back_at is null;
  return null;
end;
$$;
