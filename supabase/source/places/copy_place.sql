-- Trigger: copies the words of the chosen place to an event; one that is over or canceled keeps those it had.
create function private.copy_place() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  chosen public.places;
begin
  if new.place_id is null then
    new.place_details := null;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.place_id = old.place_id
      and private.ahead_until(old) <= now()
      and (new.status = 'cancelled' or new.status = 'scheduled' and new.starts_at <= now())
    then
      new.place := old.place;
      new.place_details := old.place_details;
      return new;
    end if;
  end if;
  select p.* into chosen from public.places p where p.id = new.place_id;
  -- Without a row, the foreign key refuses the event.
  new.place := coalesce(chosen.in_words, new.place, '?');
  new.place_details := private.place_details(chosen);
  return new;
end;
$$;
