-- Trigger: an event for which people have signed up does not become one that nobody signs up for.
create function private.keep_sign_up() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.waitlist_entries w where w.event_id = new.id and not w.suspected_spam) then
    raise exception 'people_are_signed_up: an event with people stays one that people sign up for'
      using errcode = 'foreign_key_violation', constraint = 'people_are_signed_up';
  end if;
  return new;
end;
$$;
