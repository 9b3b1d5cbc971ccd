-- Trigger: a sample series that an admin rewrites becomes the site's own, and is no longer removed with the samples.
create function private.forget_sample_series() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    delete from private.samples s where s.series_id = new.id;
  end if;
  return null;
end;
$$;
