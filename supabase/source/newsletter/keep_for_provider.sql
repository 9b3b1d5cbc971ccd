-- Stores an address that the newsletter provider could not take just now, and enqueues its delivery in the outbox, due
-- in a minute; with p_in_turn, one that begin_newsletter_request has put in the queue, due in its turn. Once per
-- address. p_sender is what budget_keys takes. Returns kept, or full (the reserve of bytes is used up; nothing is
-- stored).
create function public.keep_for_provider(
  p_email text,
  p_consent_version text,
  p_page text,
  p_sender jsonb default null,
  p_in_turn boolean default false
) returns public.keep_for_provider_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber uuid;
  bytes constant bigint := 1000;
  letters constant integer := case when p_in_turn then private.letters_of(p_sender) end;
begin
  if not private.reserve_bytes(private.budget_keys(p_sender, null), bytes) then
    return 'full';
  end if;
  insert into public.newsletter_subscribers as s (email, requested_at, consent_version, consent_page, keep_until)
    values (p_email, now(), p_consent_version, p_page, now() + private.kept_for_provider_period())
    on conflict (lower(email)) where not suspected_spam do update
    -- An address that was on our own list before stays on it.
    set keep_until = case when s.keep_until is not null then excluded.keep_until end
    returning s.id into subscriber;
  perform private.note_stored('subscriber', subscriber, p_sender, bytes);
  if p_in_turn then
    perform private.spend('{letter}', private.budget_keys(p_sender, null));
  end if;
  -- A delivery in progress continues; one that has ended starts over.
  insert into public.outbox as o (kind, subscriber_id, next_attempt_at, rank)
    values ('newsletter', subscriber, case when p_in_turn then now() else now() + interval '1 minute' end, letters)
    on conflict (subscriber_id) do update
    set rank = excluded.rank,
      idempotency_key = gen_random_uuid(),
      attempts = 0,
      next_attempt_at = excluded.next_attempt_at,
      delivered_at = null,
      failed_at = null,
      last_error = null,
      created_at = now()
    where o.delivered_at is not null or o.failed_at is not null;
  -- As emails do: asked for again, it takes the better place of both.
  update public.outbox o
    set rank = least(o.rank, letters)
    where o.subscriber_id = subscriber and o.rank is not null and o.attempts = 0;
  return 'kept';
end;
$$;

grant execute on function public.keep_for_provider to service_role;
