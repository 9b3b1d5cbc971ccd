-- Trigger: records when a suggestion was accepted or declined.
create function private.set_suggestion_handled() returns trigger
language plpgsql
as $$
begin
  new.handled_at := case when new.status = 'new' then null else coalesce(old.handled_at, now()) end;
  return new;
end;
$$;
