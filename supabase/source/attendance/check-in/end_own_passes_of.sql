-- Trigger: ends the passes that someone made for themselves who is no admin anymore.
create function private.end_own_passes_of() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.door_passes d set ended_at = now() where d.made_by = old.id and d.is_own and d.ended_at is null;
  return null;
end;
$$;
