-- Enqueues the issues that are due, and claims one batch of up to p_limit emails for p_lease_seconds: {batch, attempt,
-- key, letter, people: [{id, subscriber, email, generation}]}, or, for a batch that was sent without a response,
-- {batch, attempt, key, letter, sealed, recipients}, while the provider remembers its key (p_key_seconds); after that
-- its emails remain uncertain. Drops people who no longer get the newsletter. Returns an empty object when nothing is
-- due.
create function public.claim_issue_batch(p_limit integer, p_lease_seconds integer, p_key_seconds integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Maximum number of bytes of a request.
  most_bytes constant integer := 4000000;
  lease constant interval := p_lease_seconds * interval '1 second';
  issue public.newsletter_issues;
  batch private.mail_batches;
  room integer;
  people jsonb;
begin
  if p_limit is null
    or p_limit not between 1 and 100
    or p_lease_seconds is null
    or p_lease_seconds not between 1 and 3600
    or p_key_seconds is null
  then
    raise exception 'claim 1 to 100 mails for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  for issue in
    select * from public.newsletter_issues i
    where i.scheduled_at <= now() and i.sent_at is null
    order by i.number
    for update skip locked
  loop
    perform private.begin_issue(issue.number);
  end loop;

  -- What was claimed but not frozen was never sent.
  with dropped as (
    delete from private.mail_batches b where b.sealed is null and b.claimed_until <= now() returning b.id
  )
  update public.mails m set state = 'due', claimed_until = null, next_attempt_at = now()
    from dropped where m.batch_id = dropped.id;

  -- Emails that may have arrived and can no longer be retried safely: the provider may have forgotten the key before
  -- another attempt ends.
  with uncertain as (
    delete from private.mail_batches b
      where b.sealed is not null
        and coalesce(b.claimed_until, b.next_attempt_at) <= now()
        and (b.sealed = '' or b.frozen_at + p_key_seconds * interval '1 second' - lease <= now())
      returning b.id, b.last_error
  )
  update public.mails m
  set state = 'unknown', claimed_until = null, last_error = coalesce(uncertain.last_error, 'no answer')
    from uncertain where m.batch_id = uncertain.id;

  select b.* into batch
    from private.mail_batches b
    join public.newsletter_issues i on i.number = b.issue
    where b.sealed <> '' and coalesce(b.claimed_until, b.next_attempt_at) <= now() and i.paused_at is null
    order by b.id
    limit 1
    for update of b skip locked;
  if found then
    update private.mail_batches b
      set attempts = b.attempts + 1, claimed_until = now() + lease, next_attempt_at = null
      where b.id = batch.id
      returning * into batch;
    update public.mails m
      set state = 'claimed', claimed_until = batch.claimed_until, attempts = batch.attempts
      where m.batch_id = batch.id;
    return jsonb_build_object(
      'batch', batch.id, 'attempt', batch.attempts, 'key', batch.idempotency_key,
      'letter', (select i.letter from public.newsletter_issues i where i.number = batch.issue),
      'sealed', batch.sealed, 'recipients', to_jsonb(batch.recipients)
    );
  end if;

  loop
    select i.* into issue
      from public.newsletter_issues i
      where i.sent_at is not null and i.paused_at is null and (i.next_batch_at is null or i.next_batch_at <= now())
        and exists (
          select from public.mails m
          where m.purpose = 'newsletter-issue' and m.occurrence = i.number and m.next_attempt_at <= now()
        )
      order by i.number
      limit 1
      for update skip locked;
    if not found then
      return '{}';
    end if;
    room := least(p_limit, greatest(1, most_bytes / octet_length(issue.letter::text)));
    if issue.daily_cap is not null then
      room := least(
        room,
        issue.daily_cap
          - (
            select count(*)
            from public.mails m
            where m.purpose = 'newsletter-issue' and m.frozen_at > now() - interval '24 hours'
          )
          - (
            select count(*) from public.mails m join private.mail_batches b on b.id = m.batch_id where b.sealed is null
          )
      );
      if room <= 0 then
        update public.newsletter_issues i
          set next_batch_at = now() + interval '10 minutes'
          where i.number = issue.number;
        continue;
      end if;
    end if;

    insert into private.mail_batches (issue, claimed_until) values (issue.number, now() + lease) returning * into batch;
    with due as (
      select m.id from public.mails m
      where m.purpose = 'newsletter-issue' and m.occurrence = issue.number and m.next_attempt_at <= now()
      order by m.id
      limit room
      for update skip locked
    )
    update public.mails m
      set
        state = 'claimed', attempts = 1, claimed_until = batch.claimed_until, next_attempt_at = null,
        batch_id = batch.id
      from due
      where m.id = due.id;
    delete from public.mails m
      where m.batch_id = batch.id
        and not exists (
          select from public.newsletter_subscribers s
          where s.id = m.person and private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
        );
    select jsonb_agg(
      jsonb_build_object('id', m.id, 'subscriber', s.id, 'email', s.email, 'generation', s.link_generation)
      order by m.id
    )
      into people
      from public.mails m
      join public.newsletter_subscribers s on s.id = m.person
      where m.batch_id = batch.id;
    exit when people is not null;
    delete from private.mail_batches b where b.id = batch.id;
  end loop;
  return jsonb_build_object(
    'batch', batch.id, 'attempt', 1, 'key', batch.idempotency_key, 'letter', issue.letter, 'people', people
  );
end;
$$;

grant execute on function public.claim_issue_batch to service_role;
