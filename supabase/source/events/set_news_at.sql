-- Trigger: sets news_at when what people rely on changes.
create function private.set_news_at() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- An undone import has restored it. Columns that are generated have no new value yet.
  if new.news_at is not distinct from old.news_at
    and public.relied_on(
      new.status, new.starts_at, new.ends_at, new.date_precision, new.place, new.meets
    ) <> old.relied_on
  then
    new.news_at := now();
  end if;
  return new;
end;
$$;
