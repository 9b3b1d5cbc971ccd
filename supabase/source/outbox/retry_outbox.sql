-- Makes a delivery due at once, even one that was given up. Returns false when there is none or it has been delivered.
create function public.retry_outbox(p_id bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.outbox o
    set failed_at = null, next_attempt_at = now()
    where o.id = p_id and o.delivered_at is null;
  return found;
end;
$$;

-- for admins: writes that a delivery is due at once
grant execute on function public.retry_outbox to authenticated;
