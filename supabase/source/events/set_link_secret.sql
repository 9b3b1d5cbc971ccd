-- Trigger: gives an event by link its secret and removes that of a public one. A workshop of an event by link is by
-- link, too, because its page names the event.
create function private.set_link_secret() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.for_people_of is not null then
    if exists (select from public.events e where e.id = new.for_people_of and e.visibility = 'link') then
      new.visibility := 'link';
    end if;
  end if;
  new.link_secret := case when new.visibility = 'link' then coalesce(new.link_secret, private.new_link_secret()) end;
  return new;
end;
$$;
