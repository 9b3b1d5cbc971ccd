-- Trigger: a person who signs up knows the event as it is.
create function private.set_told() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Who comes back knows what they knew.
  new.told := coalesce(new.told, (select e.relied_on from public.events e where e.id = new.event_id));
  return new;
end;
$$;
