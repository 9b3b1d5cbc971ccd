-- Trigger: makes each reservation attend where the event meets.
create function private.set_attends() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select private.attends_at(e, new.attends) into new.attends from public.events e where e.id = new.event_id;
  return new;
end;
$$;
