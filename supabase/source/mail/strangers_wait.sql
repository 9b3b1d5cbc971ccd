-- Returns {waiting, minutes}: how many emails that strangers cause are waiting up to a rank (null: all), and in about
-- how many minutes the last of them leaves, at the pace of claim_mails.
create function private.strangers_wait(
  p_rank integer,
  p_daily_limit integer,
  p_strangers_a_minute integer
) returns jsonb
language plpgsql
stable
as $$
declare
  half constant numeric := floor(p_daily_limit * 0.5);
  ahead bigint;
  gone bigint;
begin
  select count(*) into ahead
    from (
      select from public.mails m
      where m.queue = 'strangers'
        and m.attempts = 0
        and m.next_attempt_at is not null
        and (p_rank is null or m.rank <= p_rank)
      union all
      select from public.outbox o
      where o.rank is not null
        and o.attempts = 0
        and o.delivered_at is null
        and o.failed_at is null
        and (p_rank is null or o.rank <= p_rank)
    ) waiting;
  if half is not null then
    gone := private.mails_of_a_day();
  end if;
  return jsonb_build_object(
    'waiting', ahead,
    'minutes', case
      when half is null then ceil(ahead / p_strangers_a_minute::numeric)
      when ahead <= half - gone then 0
      -- The half of a day's emails is used up, and each becomes free again 24 hours after it was sent.
      else ceil(1440 * greatest(ahead - greatest(half - gone, 0), 1) / greatest(half, 1))
    end
  );
end;
$$;
