-- Messages have a short number, of which the site makes something to read aloud; answers that admins send are kept with them.
alter table public.contact_messages
  add column number integer generated always as identity constraint number_is_its_own unique;

comment on column public.contact_messages.number is 'In the order of arrival; the site shows it as letters and digits.';

create table public.message_answers (
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  occasion integer not null check (occasion > 0),
  answer text not null constraint answer_has_1_to_5000_characters check (btrim(answer) <> '' and char_length(answer) <= 5000),
  created_at timestamp with time zone not null default now(),
  constraint answers_of_a_message_are_numbered unique (message_id, occasion)
);

comment on table public.message_answers is 'What admins have answered by mail; goes with its message.';
comment on column public.message_answers.id is 'Made with the form, so that one that is sent twice answers once.';
comment on column public.message_answers.occasion is 'Counts the answers to one message, as its mails do.';

alter table public.message_answers enable row level security;
revoke all on public.message_answers from public, anon, authenticated, service_role;
grant select on public.message_answers to authenticated;
create policy "Admins read answers" on public.message_answers for select to authenticated using ((select public.is_admin()));
create trigger audit_insert after insert on public.message_answers referencing new table as new_rows for each statement execute function public.audit('names only');

create function public.answer_message(p_id uuid, p_message_id uuid, p_version timestamp with time zone, p_answer text, p_is_done boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  message public.contact_messages;
  next integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may answer' using errcode = 'insufficient_privilege';
  end if;
  select m.* into message from public.contact_messages m where m.id = p_message_id for update;
  if not found then
    return 'gone';
  end if;
  if exists (select from public.message_answers a where a.id = p_id and a.message_id = p_message_id) then
    return 'answered';
  end if;
  if message.updated_at is distinct from p_version then
    return 'changed';
  end if;

  select coalesce(max(a.occasion), 0) + 1 into next from public.message_answers a where a.message_id = p_message_id;
  insert into public.message_answers (id, message_id, occasion, answer) values (p_id, p_message_id, next, p_answer);
  insert into public.mails (purpose, person, occasion) values ('message-answer', p_message_id, next);
  -- Who has the message open in another window is told that it has been answered since.
  update public.contact_messages m
    set status = case when p_is_done then 'done' else m.status end
    where m.id = p_message_id;
  return 'answered';
end;
$function$;

comment on function public.answer_message(uuid, uuid, timestamp with time zone, text, boolean) is 'For admins: keeps an answer and owes its mail; p_id is made with the form, so that it answers once. Answers answered, changed when the message is no longer of p_version, or gone.';

revoke all on function public.answer_message(uuid, uuid, timestamp with time zone, text, boolean) from public;
grant execute on function public.answer_message(uuid, uuid, timestamp with time zone, text, boolean) to authenticated;

drop function public.send_message(text, text, text, boolean, boolean);

create function public.send_message(
  p_name text,
  p_email text,
  p_message text,
  p_suspected_spam boolean,
  p_notify boolean default false,
  p_address_key text default null,
  p_mail_notice boolean default false
)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  sent uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || lower(p_email) || ' ' || p_message, 0));
  perform from public.contact_messages m
    where lower(m.email) = lower(p_email)
      and m.message = p_message
      and m.suspected_spam = p_suspected_spam
      and m.created_at > now() - interval '24 hours';
  if found then
    return 'already-sent';
  end if;

  insert into public.contact_messages (name, email, message, suspected_spam)
    values (p_name, p_email, p_message, p_suspected_spam)
    returning id into sent;

  if p_notify and not p_suspected_spam then
    -- One that was given up begins anew.
    insert into public.outbox as o (kind) values ('notice')
      on conflict (kind) where kind = 'notice' and delivered_at is null do update
      set is_stale = o.is_stale or o.attempts > 0,
        attempts = case when o.failed_at is null then o.attempts else 0 end,
        created_at = case when o.failed_at is null then o.created_at else now() end,
        next_attempt_at = case when o.failed_at is null then o.next_attempt_at else now() end,
        failed_at = null;
  end if;
  if p_address_key is not null and not p_suspected_spam then
    perform public.owe_mail('message-receipt', sent, p_address_key);
  end if;
  if p_mail_notice and not p_suspected_spam then
    insert into public.mails (purpose, person, occasion) values ('message-notice', sent, 1);
  end if;
  return 'sent';
end;
$function$;

comment on function public.send_message(text, text, text, boolean, boolean, text, boolean) is 'Stores a message and owes, unless it is suspected spam: with p_notify a notice to the organization, one undelivered for any number of messages; with p_address_key, the keyed digest of the address, a receipt by mail; with p_mail_notice a mail to the organization. Answers sent, or already-sent for the same text from the same address within 24 hours.';

revoke all on function public.send_message(text, text, text, boolean, boolean, text, boolean) from public;
grant execute on function public.send_message(text, text, text, boolean, boolean, text, boolean) to service_role;
