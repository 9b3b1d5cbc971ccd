create function private.set_dated_at() returns trigger
language plpgsql
as $$
begin
  new.dated_at := now();
  return new;
end;
$$;

comment on function private.set_dated_at() is 'Trigger: writes the time of a new date or status into dated_at.';
