-- Claims up to p_limit due emails for p_lease_seconds and counts the attempt: emails that one person is waiting for
-- before those to many people, and among them emails about accounts, then about spots, the rest, and last those that
-- strangers cause (mails.queue), which leave p_strangers_a_minute. If only p_daily_limit emails may be sent in 24
-- hours, strangers' and other emails are sent until half of them are used, and emails about spots until nine tenths
-- are. No other caller gets a row during its lease. An email that was sent without a response is returned with its
-- sealed payload, to be sent again unchanged, while the provider remembers its key (p_key_seconds); after that it stays
-- unknown. Emails to people who no longer exist are dropped. Issues of the newsletter are sent in batches, by
-- claim_issue_batch.
create function public.claim_mails(
  p_limit integer,
  p_lease_seconds integer,
  p_key_seconds integer,
  p_daily_limit integer default null,
  p_strangers_a_minute integer default 20
) returns table (id bigint, purpose text, idempotency_key uuid, attempts integer, sealed text, content jsonb)
language plpgsql
security definer
set search_path = ''
set jit = off
as $$
#variable_conflict use_column
declare
  -- The share of the daily limit up to which emails are sent: about an account, about a spot, and all others.
  shares constant numeric[] := '{1, 0.9, 0.5}';
  taken bigint[];
  listed bigint[];
  gone integer;
  last_share integer := 3;
  room integer := p_limit;
begin
  if p_limit is null
    or p_limit not between 1 and 100
    or p_lease_seconds is null
    or p_lease_seconds not between 1 and 3600
    or p_key_seconds is null
  then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- Emails that may have arrived and whose key the provider may have forgotten before another attempt ends.
  with uncertain as (
    select m.id from public.mails m
    where m.next_attempt_at <= now()
      and m.purpose <> 'newsletter-issue'
      and m.sealed is not null
      and (m.claimed_until is null or m.claimed_until <= now())
      and m.frozen_at + (p_key_seconds - p_lease_seconds) * interval '1 second' <= now()
    limit 100
    for update skip locked
  )
  update public.mails m
    set
      state = 'unknown', next_attempt_at = null, claimed_until = null, last_error = coalesce(m.last_error, 'no answer')
    from uncertain
    where m.id = uncertain.id;

  if p_daily_limit is not null then
    gone := private.mails_of_a_day();
    select coalesce(max(s.place), 0), coalesce(least(p_limit, min(floor(p_daily_limit * s.share) - gone)), p_limit)
      into last_share, room
      from unnest(shares) with ordinality s (share, place)
      where floor(p_daily_limit * s.share) > gone;
  end if;

  -- What strangers cause leaves by rank, at a pace: the share of the day, or so many a minute.
  select coalesce(array_agg(s.mail_id), '{}') into listed
    from private.next_strangers(
      case when p_daily_limit is null then private.left_of('strangers-sent', p_strangers_a_minute) else p_limit end
    ) s
    where s.mail_id is not null;

  with due as (
    select m.id from public.mails m
    join private.mail_purposes p on p.purpose = m.purpose
    where m.next_attempt_at <= now()
      and m.purpose <> 'newsletter-issue'
      and (m.claimed_until is null or m.claimed_until <= now())
      -- Excludes emails that were being sent when their campaign was paused and have become due again since.
      and (m.purpose <> 'event-news' or m.sealed is not null
        or not exists (select from public.campaigns t where t.id = m.occurrence and t.paused_at is not null))
      -- An email that was sent before already counts in the day.
      and (m.sealed is not null or last_share >= case
        when m.goes_to_many or m.queue in ('strangers', 'known') then 3
        else p.precedence + 1
      end)
      and (m.id = any (listed) or not (m.queue is not distinct from 'strangers' and m.attempts = 0))
    order by
      m.goes_to_many, m.queue is not distinct from 'strangers', p.precedence, m.rank nulls first, m.next_attempt_at,
      m.id
    limit room
    for update of m skip locked
  ),
  claimed as (
    update public.mails m
      set state = 'claimed', attempts = m.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where m.id = due.id
      returning m.id
  )
  select array_agg(c.id) into taken from claimed c;
  -- News that no longer applies keeps its row as dropped, so that admins see the number; emails that may have arrived
  -- remain uncertain.
  update public.mails m
    set claimed_until = null,
      next_attempt_at = null,
      state = case when m.sealed is null then 'dropped' else 'unknown' end,
      settled_at = case when m.sealed is null then now() end,
      last_error = case
        when m.sealed is not null then coalesce(m.last_error, 'no answer')
        when w.suspected_spam then 'spam'
        when t.kind = 'tickets-open' and w.tickets_notified_at is not null and private.is_news(t.kind, t.event_id)
          then 'told-by-hand'
        else 'not-true'
      end
    from public.campaigns t, public.waitlist_entries w
    where m.id = any (taken)
      and m.purpose = 'event-news'
      and t.id = m.occurrence
      and w.id = m.person
      and private.mail_content(m.purpose, m.person, m.occurrence) is null;

  delete from public.mails m
    where m.id = any (taken)
      and m.state = 'claimed'
      and private.mail_content(m.purpose, m.person, m.occurrence) is null;

  update public.mails m
    set told = e.relied_on
    from public.campaigns t
    join public.events e on e.id = t.event_id
    where m.id = any (taken) and m.state = 'claimed' and m.sealed is null
      and m.purpose = 'event-news' and t.id = m.occurrence and t.kind not in ('recap', 'own-words');

  if taken && listed then
    delete from private.spending s where s.what = 'strangers-sent' and s.at <= now() - interval '1 minute';
    perform private.spend('{strangers-sent}', '{}', (
      select count(*) from public.mails m where m.id = any (taken) and m.id = any (listed) and m.state = 'claimed'
    ));
  end if;

  return query
    select
      m.id,
      m.purpose,
      m.idempotency_key,
      m.attempts,
      m.sealed,
      private.mail_content(m.purpose, m.person, m.occurrence)
    from public.mails m
    where m.id = any (taken) and m.state = 'claimed'
    order by m.id;
end;
$$;

grant execute on function public.claim_mails to service_role;
