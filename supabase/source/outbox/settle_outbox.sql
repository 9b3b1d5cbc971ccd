-- Records the result of an attempt: delivered, retry (after 1, 2, 4 minutes and so on up to 6 hours, and not before
-- p_wait_seconds, at most 6 hours; failed once 3 days have passed), or failed. A delivered notice that has become stale
-- is followed by another one; an address that was kept only for the newsletter provider is deleted once delivered.
-- Returns false, and changes nothing, when the attempt is not the one in progress.
create function public.settle_outbox(
  p_id bigint,
  p_outcome text,
  p_error text,
  p_attempt integer,
  p_wait_seconds integer default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
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
        when p_outcome = 'failed'
          or (p_outcome = 'retry' and private.next_attempt(o.attempts, o.created_at, p_wait_seconds) is null)
          then now()
      end,
      next_attempt_at = case
        when p_outcome = 'retry'
          then coalesce(private.next_attempt(o.attempts, o.created_at, p_wait_seconds), o.next_attempt_at)
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
  -- The provider has the address now.
  if needs_another is not null and p_outcome = 'delivered' then
    delete from public.newsletter_subscribers s
      using public.outbox o
      where o.id = p_id and s.id = o.subscriber_id and s.keep_until is not null and s.confirmed_at is null;
  end if;
  return needs_another is not null;
end;
$$;

grant execute on function public.settle_outbox to service_role;
