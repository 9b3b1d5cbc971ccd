create function public.note_restore_drill(p_row_count bigint) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.restore_drills (row_count) values (p_row_count)
  on conflict (drilled_at) do update set row_count = excluded.row_count;
$$;

comment on function public.note_restore_drill(bigint) is
  'Records that a backup with this number of rows was restored elsewhere just now, and worked.';

grant execute on function public.note_restore_drill(bigint) to service_role;
