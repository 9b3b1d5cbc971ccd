-- Trigger: increases the sequence number, so that calendars update a talk whose title, time, room, status or
-- announcement changed.
create function private.set_talk_sequence() returns trigger
language plpgsql
as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end;
$$;
