-- Trigger: changes the words of coming events at a corrected place, which is news if its name or address changed.
create function private.change_events_ahead() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- copy_place does the rest.
  update public.events e
    set place_id = e.place_id
    where e.place_id = new.id
      and private.ahead_until(e) > now()
      and (e.place, e.place_details) is distinct from (new.in_words, private.place_details(new));
  return null;
end;
$$;
