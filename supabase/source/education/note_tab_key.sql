-- Trigger: keeps the former key of a tab, and forgets it once a tab has it again.
create function private.note_tab_key() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.education_tab_old_keys k where k.tab_key = new.tab_key;
  if tg_op = 'UPDATE' then
    insert into private.education_tab_old_keys (tab_key, tab_id) values (old.tab_key, new.id)
      on conflict (tab_key) do update set tab_id = excluded.tab_id;
  end if;
  return null;
end;
$$;
