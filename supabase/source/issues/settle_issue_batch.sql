-- Records the result of a batch ({outcome, error, wait, results: [{id, provider_id, error}]}): answered, for each
-- email; later (certainly not accepted: due again after a pause), refused as a whole (the same, and the issue is paused
-- until an admin resumes it) or unknown (kept, to be sent again unchanged, as is a batch that is refused or deferred
-- after its first attempt). No further batch begins before the pause is over. Returns the outcome, or not-under-way.
create function public.settle_issue_batch(
  p_batch bigint,
  p_attempt integer,
  p_settled jsonb
) returns public.settle_issue_batch_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  batch private.mail_batches;
  outcome constant text := p_settled ->> 'outcome';
  error constant text := left(p_settled ->> 'error', 500);
  pause_until timestamp with time zone;
begin
  if outcome is null or outcome not in ('answered', 'refused', 'later', 'unknown') then
    raise exception 'the outcome is answered, refused, later or unknown' using errcode = 'invalid_parameter_value';
  end if;
  select * into batch from private.mail_batches b
    where b.id = p_batch and b.attempts = p_attempt and b.claimed_until is not null and b.sealed is not null
    for update;
  if not found then
    return 'not-under-way';
  end if;
  pause_until := private.next_attempt(batch.attempts, batch.created_at, (p_settled ->> 'wait')::integer);

  if outcome = 'answered' then
    with results as (
      select * from jsonb_to_recordset(p_settled -> 'results') as r (id bigint, provider_id text, error text)
    )
    update public.mails m
      set state = case
        when r.provider_id is not null then 'accepted'
        when r.error is not null then 'refused'
        else 'unknown'
      end,
        provider_id = r.provider_id,
        last_error = case when r.provider_id is null then left(coalesce(r.error, 'no answer'), 500) end,
        settled_at = case when num_nonnulls(r.provider_id, r.error) > 0 then now() end,
        claimed_until = null
      from public.mails each
      left join results r on r.id = each.id
      where each.batch_id = p_batch and m.id = each.id;
    delete from private.mail_batches b where b.id = p_batch;
    update public.newsletter_issues i set last_error = null, next_batch_at = null
      where i.number = batch.issue and num_nonnulls(i.last_error, i.next_batch_at) > 0;
    -- Events that arrived before the provider's ids were known.
    perform private.handle_mail_events(told.provider_id)
      from (
        select distinct v.provider_id
        from jsonb_to_recordset(p_settled -> 'results') as r (provider_id text)
        join private.mail_events v on v.provider_id = r.provider_id
      ) told;
    return 'answered';
  end if;

  -- Certainly not accepted, now or before: its readers become due again, with any changes made until then.
  if outcome in ('refused', 'later') and batch.attempts = 1 then
    update public.mails m
      set
        state = 'due', next_attempt_at = now(), claimed_until = null, frozen_at = null, frozen_attempt = null,
        last_error = error
      where m.batch_id = p_batch;
    delete from private.mail_batches b where b.id = p_batch;
  else
    update public.mails m set state = 'unknown', claimed_until = null, last_error = error where m.batch_id = p_batch;
    if batch.sealed = '' or pause_until is null then
      delete from private.mail_batches b where b.id = p_batch;
    else
      update private.mail_batches b
        set claimed_until = null, next_attempt_at = pause_until, last_error = error
        where b.id = p_batch;
    end if;
  end if;
  update public.newsletter_issues i
    set last_error = error,
      next_batch_at = coalesce(pause_until, now()),
      paused_at = case when outcome = 'refused' then coalesce(i.paused_at, now()) else i.paused_at end
    where i.number = batch.issue;
  return outcome;
end;
$$;

grant execute on function public.settle_issue_batch to service_role;
