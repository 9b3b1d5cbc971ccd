create function public.fill_spots(p_event uuid, p_mails boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may give spots' using errcode = 'insufficient_privilege';
  end if;
  return public.promote_line(p_event, p_mails);
end;
$$;

comment on function public.fill_spots(uuid, boolean) is
  'Runs promote_line for an admin who has just changed an event, so that nobody has to wait for cron.';

-- for admins: writes reservations that become free; sends their emails
grant execute on function public.fill_spots(uuid, boolean) to authenticated;
