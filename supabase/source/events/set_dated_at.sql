-- Trigger: sets dated_at when the date or status changes.
create function private.set_dated_at() returns trigger
language plpgsql
as $$
begin
  new.dated_at := now();
  return new;
end;
$$;
