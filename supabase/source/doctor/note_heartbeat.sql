-- Records that a cron job (minute or nightly) has run to its end, how long it took, and whether it succeeded.
create function public.note_heartbeat(p_job text, p_milliseconds integer, p_succeeded boolean) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.heartbeats as h (job, milliseconds, succeeded_at)
  values (p_job, p_milliseconds, case when p_succeeded then now() end)
  on conflict (job) do update
  set
    ran_at = now(),
    milliseconds = excluded.milliseconds,
    succeeded_at = coalesce(excluded.succeeded_at, h.succeeded_at);
$$;

grant execute on function public.note_heartbeat to service_role;
