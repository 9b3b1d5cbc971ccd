-- Issues of the newsletter are mails too: one row for each reader, in a stream of their own, and never claimed one by one.
alter table public.mails
  drop constraint purpose_is_known,
  add constraint purpose_is_known check (purpose in ('waitlist-receipt', 'newsletter-confirm', 'newsletter-address', 'newsletter-address-changed', 'newsletter-issue'));

drop index public.mails_due;
create index mails_due on public.mails using btree (next_attempt_at, id) where next_attempt_at is not null and purpose <> 'newsletter-issue';
create index issue_mails_due on public.mails using btree (occasion, id) where next_attempt_at is not null and purpose = 'newsletter-issue';
create index issue_mails_of_a_day on public.mails using btree (frozen_at) where purpose = 'newsletter-issue';

create or replace function public.mail_stream(p_purpose text)
 returns text
 language sql
 immutable
 set search_path = ''
return case when p_purpose = 'newsletter-issue' then 'newsletter' else 'transactional' end;

create or replace function public.claim_mails(p_limit integer, p_lease_seconds integer, p_key_seconds integer)
 returns table(id bigint, purpose text, idempotency_key uuid, attempts integer, sealed text, content jsonb)
 language plpgsql
 security definer
 set search_path = ''
as $function$
#variable_conflict use_column
declare
  taken bigint[];
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 or p_key_seconds is null then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- What may have arrived, and whose key the provider may have forgotten before the end of another attempt.
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
    set state = 'unknown', next_attempt_at = null, claimed_until = null, last_error = coalesce(m.last_error, 'no answer')
    from uncertain
    where m.id = uncertain.id;

  with due as (
    select m.id from public.mails m
    where m.next_attempt_at <= now()
      and m.purpose <> 'newsletter-issue'
      and (m.claimed_until is null or m.claimed_until <= now())
    order by m.next_attempt_at, m.id
    limit p_limit
    for update skip locked
  ),
  claimed as (
    update public.mails m
      set state = 'claimed', attempts = m.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where m.id = due.id
      returning m.id
  )
  select array_agg(c.id) into taken from claimed c;

  delete from public.mails m
    where m.id = any (taken) and public.mail_content(m.purpose, m.person, m.occasion) is null;

  return query
    select m.id, m.purpose, m.idempotency_key, m.attempts, m.sealed, public.mail_content(m.purpose, m.person, m.occasion)
    from public.mails m
    where m.id = any (taken)
    order by m.id;
end;
$function$;

comment on function public.claim_mails(integer, integer, integer) is 'Takes up to p_limit due mails for p_lease_seconds and counts the attempt. Nobody else gets a row while its lease runs. One that was sent and not answered comes with its sealed payload, to be sent again unchanged, while the provider remembers its key (p_key_seconds); after that it stays unknown. What is owed to somebody who is gone is dropped. Issues of the newsletter go in batches, by claim_issue_batch.';

