-- Trigger: a sample place that an admin rewrites becomes the site's own, and is no longer removed with the samples.
create function private.forget_sample_place() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    delete from private.samples s where s.place_id = new.id;
  end if;
  return null;
end;
$$;
