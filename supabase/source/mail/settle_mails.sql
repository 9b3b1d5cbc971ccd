-- Records the results of attempts ([{id, attempt, outcome, provider_id, error, wait}]): accepted, refused, later
-- (certainly not accepted: due again, with newly composed address and content) or unknown (kept frozen). Ignores
-- attempts that are not in progress. Returns the number recorded.
create function public.settle_mails(p_settled jsonb) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  settled record;
  count integer := 0;
begin
  for settled in
    select *
    from jsonb_to_recordset(p_settled) as s (
      id bigint, attempt integer, outcome text, provider_id text, error text, wait integer
    )
    order by s.id
  loop
    if settled.outcome is null or settled.outcome not in ('accepted', 'refused', 'later', 'unknown') then
      raise exception 'the outcome is accepted, refused, later or unknown' using errcode = 'invalid_parameter_value';
    end if;
    update public.mails m
      set claimed_until = null,
        state = next.state,
        provider_id = coalesce(settled.provider_id, m.provider_id),
        last_error = case when settled.outcome <> 'accepted' then left(settled.error, 500) end,
        next_attempt_at = case when next.state in ('due', 'unknown') then next.at end,
        sealed = case when next.state = 'unknown' then m.sealed end,
        frozen_at = case when next.state <> 'due' then m.frozen_at end,
        frozen_attempt = case when next.state <> 'due' then m.frozen_attempt end,
        payload_digest = case when next.state <> 'due' then m.payload_digest end,
        settled_at = case when next.state in ('accepted', 'refused') then now() end
      from (
        select c.id, at,
          case
            when settled.outcome <> 'later' then settled.outcome
            -- An earlier attempt with this payload may have arrived.
            when c.frozen_attempt < c.attempts then 'unknown'
            when at is null then 'refused'
            else 'due'
          end as state
        from public.mails c
        cross join lateral (select private.next_attempt(c.attempts, c.created_at, settled.wait) as at) pause
        where c.id = settled.id and c.attempts = settled.attempt and c.state = 'claimed'
        for update of c
      ) next
      where m.id = next.id;
    if found then
      count := count + 1;
      if settled.provider_id is not null then
        perform private.handle_mail_events(settled.provider_id);
      end if;
    end if;
  end loop;
  return count;
end;
$$;

grant execute on function public.settle_mails to service_role;
