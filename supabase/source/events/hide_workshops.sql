-- Trigger: when an event becomes one by link, so do its workshops. They stay so when it becomes public.
create function private.hide_workshops() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.events e set visibility = 'link' where e.for_people_of = new.id and e.visibility <> 'link';
  return null;
end;
$$;
