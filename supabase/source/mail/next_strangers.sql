-- Returns the next p_most of the one queue of what strangers cause, by rank, then by time: emails, and addresses for
-- the newsletter provider, which writes to them.
create function private.next_strangers(p_most bigint) returns table (mail_id bigint, outbox_id bigint)
language sql
stable
as $$
  select next.mail_id, next.outbox_id
  from (
    (
      select m.id as mail_id, null::bigint as outbox_id, m.rank, m.next_attempt_at
      from public.mails m
      where m.queue = 'strangers' and m.attempts = 0 and m.next_attempt_at <= now()
      order by m.rank, m.next_attempt_at, m.id
      limit p_most
    )
    union all
    (
      select null, o.id, o.rank, o.next_attempt_at
      from public.outbox o
      where o.rank is not null
        and o.attempts = 0
        and o.next_attempt_at <= now()
        and o.delivered_at is null
        and o.failed_at is null
      order by o.rank, o.next_attempt_at, o.id
      limit p_most
    )
  ) next
  order by next.rank, next.next_attempt_at, next.mail_id, next.outbox_id
  limit p_most;
$$;
