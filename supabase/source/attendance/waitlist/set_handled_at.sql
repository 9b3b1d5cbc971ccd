-- Trigger: records when a message was marked as done.
create function private.set_handled_at() returns trigger
language plpgsql
as $$
begin
  new.handled_at := case
    when new.status = 'done' then case when old.status = 'done' then old.handled_at else now() end
  end;
  return new;
end;
$$;
