-- Records the result of an attempt: sent, later (certainly not delivered: due again after 1, 2, 4 minutes and so on up
-- to 6 hours, failed after 3 days), failed, or uncertain. Returns false, and changes nothing, when the attempt is not
-- the one in progress.
create function public.settle_channel_post(
  p_id uuid,
  p_attempt integer,
  p_outcome text,
  p_error text,
  p_wait_seconds integer default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  again timestamptz;
begin
  if p_outcome is null or p_outcome not in ('sent', 'later', 'failed', 'uncertain') then
    raise exception 'the outcome is sent, later, failed or uncertain' using errcode = 'invalid_parameter_value';
  end if;
  select private.next_attempt(a.attempts, a.created_at, p_wait_seconds) into again
    from public.channel_posts a
    where p_outcome = 'later' and a.id = p_id;
  update public.channel_posts a
    set state = case when p_outcome <> 'later' then p_outcome when again is null then 'failed' else 'due' end,
      next_attempt_at = coalesce(again, a.next_attempt_at),
      claimed_until = null,
      settled_at = case when again is null then now() end,
      last_error = case when p_outcome <> 'sent' then left(p_error, 500) end
    where a.id = p_id and a.attempts = p_attempt and a.state = 'sending';
  return found;
end;
$$;

grant execute on function public.settle_channel_post to service_role;
