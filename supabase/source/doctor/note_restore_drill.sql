-- Records that a backup with this number of rows was restored elsewhere just now, and worked.
create function public.note_restore_drill(p_row_count bigint) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.restore_drills (row_count) values (p_row_count)
  on conflict (drilled_at) do update set row_count = excluded.row_count;
$$;

grant execute on function public.note_restore_drill to service_role;
