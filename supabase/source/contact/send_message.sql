-- Stores a message and, unless it is suspected spam, enqueues: with p_notify, a notice to the organization, at most one
-- undelivered at a time; with p_address_key, the keyed digest of the address, a receipt by email, within its budgets;
-- with p_mail_notice, an email to the organization, at most one in 10 minutes. p_sender is what budget_keys takes. A
-- message over the budget of bytes is kept as suspected spam. Returns sent, already-sent for the same text from the
-- same address within 24 hours, each with the number of the message, or full (nothing is stored: reserve_bytes).
create function public.send_message(
  p_name text,
  p_email text,
  p_message text,
  p_suspected_spam boolean,
  p_notify boolean default false,
  p_address_key text default null,
  p_mail_notice boolean default false,
  p_sender jsonb default null
) returns table (outcome public.send_message_outcome, number integer)
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent uuid;
  number_of_it integer;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  -- The text is stored twice (also folded for the search), and the insert is logged.
  bytes constant bigint := 500 + 2 * octet_length(p_name || p_email || p_message);
  is_suspected boolean := p_suspected_spam;
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || lower(p_email) || ' ' || p_message, 0));
  select m.number into number_of_it from public.contact_messages m
    where lower(m.email) = lower(p_email)
      and m.message = p_message
      and m.suspected_spam = p_suspected_spam
      and m.created_at > now() - interval '24 hours'
    order by m.number
    limit 1;
  if found then
    return query values ('already-sent'::public.send_message_outcome, number_of_it);
    return;
  end if;

  if not private.reserve_bytes(keys, bytes) then
    return query values ('full'::public.send_message_outcome, null::integer);
    return;
  end if;
  is_suspected := p_suspected_spam or private.is_too_much(keys, bytes);
  if p_mail_notice then
    -- The next notice covers all messages from its first one on, so they must be numbered in the order in which they
    -- become visible.
    perform pg_advisory_xact_lock(hashtextextended('message-notice', 0));
  end if;
  insert into public.contact_messages (name, email, message, suspected_spam)
    values (p_name, p_email, p_message, is_suspected)
    returning contact_messages.id, contact_messages.number into sent, number_of_it;
  perform private.note_stored('message', sent, keys, bytes, is_suspected);

  if p_notify and not is_suspected then
    -- A notice that had been given up starts over.
    insert into public.outbox as o (kind) values ('notice')
      on conflict (kind) where kind = 'notice' and delivered_at is null do update
      set is_stale = o.is_stale or o.attempts > 0,
        attempts = case when o.failed_at is null then o.attempts else 0 end,
        created_at = case when o.failed_at is null then o.created_at else now() end,
        next_attempt_at = case when o.failed_at is null then o.next_attempt_at else now() end,
        failed_at = null;
  end if;
  if p_address_key is not null and not is_suspected then
    perform private.enqueue_mail('message-receipt', sent, p_address_key, '{receipt}', keys, 'strangers');
  end if;
  if p_mail_notice and not is_suspected then
    insert into public.mails (purpose, person, occurrence, next_attempt_at)
      select
        'message-notice',
        nobody.id,
        number_of_it,
        greatest(now(), max(coalesce(m.frozen_at, m.created_at)) + interval '10 minutes')
      from (select uuid '00000000-0000-0000-0000-000000000000' as id) nobody
      left join public.mails m on m.purpose = 'message-notice' and m.person = nobody.id
      group by nobody.id
      -- A notice that has not been composed yet will include this message.
      having not coalesce(bool_or(m.state = 'due' and m.next_attempt_at is not null), false);
  end if;
  return query values ('sent'::public.send_message_outcome, number_of_it);
end;
$$;

grant execute on function public.send_message to service_role;
