create function private.set_talk_sequence() returns trigger
language plpgsql
as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end;
$$;

comment on function private.set_talk_sequence() is 'Trigger: a talk that moves or is renamed is a new revision to calendars.';
