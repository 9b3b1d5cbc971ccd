-- Trigger: a sample that an admin rewrites becomes the site's own, and is no longer removed with the samples.
create function private.forget_sample() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return null;
  end if;
  if to_jsonb(new) - private.settings_of_event() <> to_jsonb(old) - private.settings_of_event() then
    delete from private.samples s where s.event_id = new.id;
  end if;
  if (new.recap, new.recap_url) is distinct from (old.recap, old.recap_url) then
    delete from private.samples s where s.recap_of = new.id;
  end if;
  return null;
end;
$$;
