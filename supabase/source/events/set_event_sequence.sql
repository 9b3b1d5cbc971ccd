-- Trigger: increases the sequence number so that calendars update the changed event.
create function private.set_event_sequence() returns trigger
language plpgsql
as $$
begin
  new.sequence := greatest(new.sequence, old.sequence + 1);
  return new;
end;
$$;
