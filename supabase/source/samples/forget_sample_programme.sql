-- Trigger: the sample program of an event that an admin rewrites becomes the site's own, and is no longer removed with
-- the samples.
create function private.forget_sample_programme() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    delete from private.samples s where s.programme_of = coalesce(new.event_id, old.event_id);
  end if;
  return null;
end;
$$;
