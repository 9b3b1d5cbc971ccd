-- For admins: returns {waiting, minutes}: how many emails that visitors' forms have caused wait for their turn, and in
-- about how many minutes the last of them leaves.
create function public.strangers_queue(
  p_daily_limit integer default null,
  p_strangers_a_minute integer default 20
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.strangers_wait(null, p_daily_limit, p_strangers_a_minute);
end;
$$;

-- for admins: reads how many emails of visitors' forms wait for their turn
grant execute on function public.strangers_queue to authenticated;
