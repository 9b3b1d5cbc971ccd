-- Runs promote_line for an admin who has just changed an event, so that nobody has to wait for cron.
create function public.fill_spots(p_event uuid, p_mails boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return public.promote_line(p_event, p_mails);
end;
$$;

-- for admins: writes reservations that become free; sends their emails
grant execute on function public.fill_spots to authenticated;
