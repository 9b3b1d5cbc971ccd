-- When to try again is the same question for everything that is sent to somebody outside.
create function public.next_attempt(p_attempts integer, p_since timestamp with time zone, p_wait_seconds integer)
 returns timestamp with time zone
 language sql
 stable
 set search_path = ''
return (
  select case
    when now() < p_since + interval '3 days' then greatest(
      -- The last attempt is made when the three days end, or when the receiver wants it.
      least(now() + least(interval '1 minute' * 2 ^ least(p_attempts - 1, 20), longest.pause), p_since + interval '3 days'),
      now() + least(greatest(coalesce(p_wait_seconds, 0), 0) * interval '1 second', longest.pause)
    )
  end
  from (select interval '6 hours' as pause) longest
);

comment on function public.next_attempt(integer, timestamp with time zone, integer) is 'When something is sent again that has failed p_attempts times: after 1, 2, 4 minutes and so on up to 6 hours, and not before p_wait_seconds, 6 hours at most. Null once 3 days have passed since p_since.';

revoke all on function public.next_attempt(integer, timestamp with time zone, integer) from public;

create or replace function public.settle_outbox(p_id bigint, p_outcome text, p_error text, p_attempt integer, p_wait_seconds integer default null::integer)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  needs_another boolean;
begin
  if p_outcome is null or p_outcome not in ('delivered', 'retry', 'failed') then
    raise exception 'the outcome is delivered, retry or failed' using errcode = 'invalid_parameter_value';
  end if;

  update public.outbox o
    set claimed_until = null,
      delivered_at = case when p_outcome = 'delivered' then now() end,
      failed_at = case
        when p_outcome = 'failed' or (p_outcome = 'retry' and public.next_attempt(o.attempts, o.created_at, p_wait_seconds) is null) then now()
      end,
      next_attempt_at = case
        when p_outcome = 'retry' then coalesce(public.next_attempt(o.attempts, o.created_at, p_wait_seconds), o.next_attempt_at)
        else o.next_attempt_at
      end,
      last_error = case when p_outcome = 'delivered' then null else left(p_error, 500) end
    where o.id = p_id
      and o.attempts = p_attempt
      and o.claimed_until is not null
      and o.delivered_at is null
      and o.failed_at is null
    returning o.is_stale and o.delivered_at is not null into needs_another;
  if needs_another then
    insert into public.outbox (kind) values ('notice') on conflict do nothing;
  end if;
  return needs_another is not null;
end;
$function$;
