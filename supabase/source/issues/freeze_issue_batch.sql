-- Stores the contents of a batch that was just claimed ([{id, address_key, token_digest}] of its emails, and their
-- addresses sealed), and makes the links in it valid. Returns the emails to send, in the order of the request: those
-- whose claim still holds, whose reader is still subscribed and whose address is not suppressed.
create function public.freeze_issue_batch(
  p_batch bigint,
  p_attempt integer,
  p_sealed text,
  p_frozen jsonb
) returns bigint[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  ids bigint[];
begin
  perform from private.mail_batches b
    where b.id = p_batch and b.attempts = p_attempt and b.claimed_until is not null and b.sealed is null
    for update;
  if not found then
    return '{}';
  end if;

  delete from public.mails m
    where m.batch_id = p_batch
      and not exists (
        select from public.newsletter_subscribers s
        where s.id = m.person and private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
      );

  with given as (
    select * from jsonb_to_recordset(p_frozen) as g (id bigint, address_key text, token_digest text)
  ),
  checked as (
    select g.*, m.person, private.is_suppressed(g.address_key, 'newsletter-issue') as is_suppressed
    from given g
    join public.mails m on m.id = g.id and m.batch_id = p_batch and m.state = 'claimed'
  ),
  refused as (
    update public.mails m
      set
        state = 'refused', address_key = c.address_key, last_error = 'suppressed', claimed_until = null,
        batch_id = null, settled_at = now()
      from checked c
      where c.is_suppressed and m.id = c.id
  ),
  frozen as (
    update public.mails m
      set address_key = c.address_key, frozen_at = now(), frozen_attempt = m.attempts
      from checked c
      where not c.is_suppressed and m.id = c.id
      returning m.id, m.person, c.token_digest
  ),
  linked as (
    insert into private.newsletter_links (token_digest, subscriber_id)
      select f.token_digest, f.person from frozen f
      on conflict do nothing
  )
  select array_agg(f.id order by f.id) into ids from frozen f;

  if ids is null then
    delete from private.mail_batches b where b.id = p_batch;
    return '{}';
  end if;
  update private.mail_batches b set sealed = p_sealed, recipients = ids, frozen_at = now() where b.id = p_batch;
  return ids;
end;
$$;

grant execute on function public.freeze_issue_batch to service_role;
