-- Issues of our own newsletter. An issue is written as a draft; scheduling it freezes its letter. When it is sent, one
-- statement owes it to everybody who gets the newsletter at that moment.
create table public.newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity constraint one_issue_per_number unique,
  slug text not null unique constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80 and slug <> 'embed'),
  subject text not null constraint subject_has_1_to_150_characters check (btrim(subject) <> '' and public.visible_length(subject) <= 150 and subject !~ '[[:cntrl:]]'),
  preview_text text not null default '' constraint preview_text_has_at_most_200_characters check (public.visible_length(preview_text) <= 200 and preview_text !~ '[[:cntrl:]]'),
  markdown text not null constraint markdown_has_1_to_100000_characters check (btrim(markdown) <> '' and public.visible_length(markdown) <= 100000 and char_length(markdown) <= 400000),
  html text not null check (octet_length(html) <= 5000000),
  renderer text not null check (char_length(renderer) between 1 and 40),
  daily_cap integer check (daily_cap between 1 and 1000000),
  scheduled_at timestamp with time zone,
  letter jsonb check (octet_length(letter::text) <= 12000000),
  sent_at timestamp with time zone,
  recipients integer check (recipients >= 0),
  paused_at timestamp with time zone,
  next_batch_at timestamp with time zone,
  last_error text check (char_length(last_error) <= 500),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scheduled_with_its_letter check ((scheduled_at is null) = (letter is null)),
  constraint sent_after_it_was_scheduled check (sent_at is null or scheduled_at is not null),
  constraint recipients_are_frozen_when_it_is_sent check ((sent_at is null) = (recipients is null)),
  constraint paused_while_it_is_sent check (paused_at is null or sent_at is not null)
);

comment on table public.newsletter_issues is 'Issues of the newsletter. Visitors read sent ones; what is scheduled or sent is not changed any more.';
comment on column public.newsletter_issues.number is 'The occasion of its mails.';
comment on column public.newsletter_issues.html is 'Made of the Markdown by the renderer of that name when it was saved.';
comment on column public.newsletter_issues.daily_cap is 'Mails of the newsletter that may begin their way within 24 hours, to warm up a new sender; null for no limit.';
comment on column public.newsletter_issues.letter is 'What each mail is made of, with a placeholder where the token of its reader goes: the same bytes for every batch.';
comment on column public.newsletter_issues.sent_at is 'When its recipients were frozen; from then on it can be read on the web.';
comment on column public.newsletter_issues.recipients is 'How many they were.';
comment on column public.newsletter_issues.next_batch_at is 'Before this no new batch begins: the provider wanted a pause, or has not answered.';

create index newsletter_issues_by_time on public.newsletter_issues using btree (created_at desc, id);
create index newsletter_issues_on_the_web on public.newsletter_issues using btree (sent_at desc) where sent_at is not null;

create trigger audit_delete after delete on public.newsletter_issues referencing old table as old_rows for each statement execute function public.audit('names only');
create trigger audit_insert after insert on public.newsletter_issues referencing new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_update after update on public.newsletter_issues referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');
create trigger set_updated_at before update on public.newsletter_issues for each row execute function public.set_updated_at();

alter table public.newsletter_issues enable row level security;
revoke all on public.newsletter_issues from public, anon, authenticated, service_role;
grant select (slug, subject, preview_text, html, sent_at) on public.newsletter_issues to anon;
grant select, delete on public.newsletter_issues to authenticated;
grant insert (id, slug, subject, preview_text, markdown, html, renderer, daily_cap) on public.newsletter_issues to authenticated;
grant update (slug, subject, preview_text, markdown, html, renderer, daily_cap) on public.newsletter_issues to authenticated;

create policy "Visitors read sent issues" on public.newsletter_issues for select to anon, authenticated using (sent_at is not null);
create policy "Admins read all issues" on public.newsletter_issues for select to authenticated using ((select public.is_admin()));
create policy "Admins write drafts" on public.newsletter_issues for insert to authenticated with check ((select public.is_admin()));
create policy "Admins change drafts" on public.newsletter_issues for update to authenticated
  using ((select public.is_admin()) and scheduled_at is null)
  with check ((select public.is_admin()));
create policy "Admins delete drafts" on public.newsletter_issues for delete to authenticated
  using ((select public.is_admin()) and scheduled_at is null);

-- Mails that go in one request. The row is there while the request may be under way, and goes when its outcome is known.
create table public.mail_batches (
  id bigint generated always as identity primary key,
  issue integer not null references public.newsletter_issues (number),
  idempotency_key uuid not null default gen_random_uuid() unique,
  attempts integer not null default 1 check (attempts > 0),
  claimed_until timestamp with time zone,
  next_attempt_at timestamp with time zone,
  sealed text check (octet_length(sealed) <= 200000),
  recipients bigint[],
  frozen_at timestamp with time zone,
  last_error text check (char_length(last_error) <= 500),
  created_at timestamp with time zone not null default now(),
  constraint claimed_or_due_again check (num_nonnulls(claimed_until, next_attempt_at) = 1),
  constraint frozen_as_a_whole check (num_nulls(sealed, recipients, frozen_at) in (0, 3)),
  constraint only_what_is_frozen_is_due_again check (next_attempt_at is null or sealed is not null)
);

comment on table public.mail_batches is 'Mails of an issue that go to the provider in one request, while that is not settled. Sent again it is the same request, byte for byte: made of the issue''s letter, the sealed addresses and the recipients in their order.';
comment on column public.mail_batches.sealed is 'Addresses and link generations of those claimed for it, sealed; empty when one of them was erased while it was under way: it is not sent again.';
comment on column public.mail_batches.recipients is 'Mails in the order of the request; those that were dropped when it was frozen are not among them.';

create index mail_batches_of_an_issue on public.mail_batches using btree (issue);
alter table public.mail_batches enable row level security;
revoke all on public.mail_batches from public, anon, authenticated, service_role;

alter table public.mails add column batch_id bigint references public.mail_batches on delete set null;
comment on column public.mails.batch_id is 'The request in which it goes, until that is settled.';
create index mails_of_a_batch on public.mails using btree (batch_id) where batch_id is not null;

-- Without one of its mails a batch cannot be made again, so that it is not sent again.
create function public.give_up_batches()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  with broken as (
    delete from public.mail_batches b
      using (select distinct o.batch_id from old_rows o where o.batch_id is not null) gone
      where b.id = gone.batch_id and b.sealed is not null and b.claimed_until is null
      returning b.id, b.last_error
  )
  update public.mails m
    set state = 'unknown', claimed_until = null, last_error = coalesce(broken.last_error, 'no answer')
    from broken
    where m.batch_id = broken.id;
  -- One that is under way keeps nobody's address for another attempt.
  update public.mail_batches b
    set sealed = ''
    from (select distinct o.batch_id from old_rows o where o.batch_id is not null) gone
    where b.id = gone.batch_id and b.sealed is not null;
  return null;
end;
$function$;

comment on function public.give_up_batches() is 'Trigger: a batch of which a mail was deleted, because its reader was erased, is not sent again; what came of the others stays unknown unless the provider answers yet.';
revoke all on function public.give_up_batches() from public, anon, authenticated, service_role;

create trigger give_up_batches after delete on public.mails referencing old table as old_rows for each statement execute function public.give_up_batches();

create function public.gets_newsletter(p_suspected_spam boolean, p_confirmed_at timestamp with time zone, p_left_at timestamp with time zone)
 returns boolean
 language sql
 immutable
 set search_path = ''
return not p_suspected_spam and p_confirmed_at is not null and p_left_at is null;

comment on function public.gets_newsletter(boolean, timestamp with time zone, timestamp with time zone) is 'Whether issues of the newsletter go to a subscriber with these columns.';
revoke all on function public.gets_newsletter(boolean, timestamp with time zone, timestamp with time zone) from public;

create index newsletter_readers on public.newsletter_subscribers using btree (id) where not suspected_spam and confirmed_at is not null and left_at is null;

create function public.begin_issue(p_number integer)
 returns void
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  owed integer;
begin
  insert into public.mails (purpose, person, occasion)
    select 'newsletter-issue', s.id, p_number from public.newsletter_subscribers s where public.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
    on conflict do nothing;
  get diagnostics owed = row_count;
  update public.newsletter_issues i set sent_at = now(), recipients = owed where i.number = p_number;
end;
$function$;

comment on function public.begin_issue(integer) is 'Owes an issue to everybody who gets the newsletter at this moment.';
revoke all on function public.begin_issue(integer) from public, anon, authenticated, service_role;

create function public.schedule_issue(p_id uuid, p_version timestamp with time zone, p_at timestamp with time zone, p_letter jsonb)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  issue public.newsletter_issues;
begin
  if not public.is_admin() then
    raise exception 'only admins send issues' using errcode = 'insufficient_privilege';
  end if;
  select * into issue from public.newsletter_issues i where i.id = p_id for update;
  if not found then
    return 'not-found';
  elsif issue.scheduled_at is not null then
    return 'already-scheduled';
  elsif issue.updated_at is distinct from p_version then
    return 'changed';
  end if;
  update public.newsletter_issues i set scheduled_at = greatest(coalesce(p_at, now()), now()), letter = p_letter where i.id = p_id;
  if coalesce(p_at, now()) > now() then
    return 'scheduled';
  end if;
  perform public.begin_issue(issue.number);
  return 'sent';
end;
$function$;

comment on function public.schedule_issue(uuid, timestamp with time zone, timestamp with time zone, jsonb) is 'Freezes the letter of a draft, as the admin saw it (p_version is its updated_at), to be sent at p_at, or at once where that is null or past. Answers sent, scheduled, changed, already-scheduled or not-found.';
revoke all on function public.schedule_issue(uuid, timestamp with time zone, timestamp with time zone, jsonb) from public;
grant execute on function public.schedule_issue(uuid, timestamp with time zone, timestamp with time zone, jsonb) to authenticated;

create function public.unschedule_issue(p_id uuid)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins send issues' using errcode = 'insufficient_privilege';
  end if;
  update public.newsletter_issues i set scheduled_at = null, letter = null
    where i.id = p_id and i.scheduled_at is not null and i.sent_at is null;
  return found;
end;
$function$;

comment on function public.unschedule_issue(uuid) is 'Makes a scheduled issue a draft again; false when it has been sent meanwhile.';
revoke all on function public.unschedule_issue(uuid) from public;
grant execute on function public.unschedule_issue(uuid) to authenticated;

create function public.pause_issue(p_id uuid, p_paused boolean)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins send issues' using errcode = 'insufficient_privilege';
  end if;
  update public.newsletter_issues i
    set paused_at = case when p_paused then coalesce(i.paused_at, now()) end,
      next_batch_at = case when p_paused then i.next_batch_at end,
      last_error = case when p_paused then i.last_error end
    where i.id = p_id and i.sent_at is not null;
  return found;
end;
$function$;

comment on function public.pause_issue(uuid, boolean) is 'Begins no further batch of an issue, or goes on.';
revoke all on function public.pause_issue(uuid, boolean) from public;
grant execute on function public.pause_issue(uuid, boolean) to authenticated;

create function public.issue_progress(p_number integer)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins see how an issue goes' using errcode = 'insufficient_privilege';
  end if;
  return (
    select jsonb_build_object(
      'due', count(*) filter (where m.state = 'due'),
      'under_way', count(*) filter (where m.state = 'claimed' or m.state = 'unknown' and m.batch_id is not null),
      'accepted', count(*) filter (where m.state = 'accepted'),
      'bounced', count(*) filter (where m.state = 'bounced'),
      'complained', count(*) filter (where m.state = 'complained'),
      'suppressed', count(*) filter (where m.state = 'refused' and m.last_error = 'suppressed'),
      'refused', count(*) filter (where m.state = 'refused' and m.last_error is distinct from 'suppressed'),
      'uncertain', count(*) filter (where m.state in ('unknown', 'left') and m.batch_id is null)
    )
    from public.mails m
    where m.purpose = 'newsletter-issue' and m.occasion = p_number
  );
end;
$function$;

comment on function public.issue_progress(integer) is 'How many mails of an issue are in which state; uncertain is what was sent, without an answer, and is never sent again.';
revoke all on function public.issue_progress(integer) from public;
grant execute on function public.issue_progress(integer) to authenticated;

create function public.claim_issue_batch(p_limit integer, p_lease_seconds integer, p_key_seconds integer)
 returns jsonb
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  -- Bytes of a request, at most.
  most_bytes constant integer := 4000000;
  lease constant interval := p_lease_seconds * interval '1 second';
  issue public.newsletter_issues;
  batch public.mail_batches;
  room integer;
  people jsonb;
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 or p_key_seconds is null then
    raise exception 'claim 1 to 100 mails for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  for issue in
    select * from public.newsletter_issues i where i.scheduled_at <= now() and i.sent_at is null order by i.number for update skip locked
  loop
    perform public.begin_issue(issue.number);
  end loop;

  -- What was claimed and not frozen was never sent.
  with dropped as (
    delete from public.mail_batches b where b.sealed is null and b.claimed_until <= now() returning b.id
  )
  update public.mails m set state = 'due', claimed_until = null, next_attempt_at = now()
    from dropped where m.batch_id = dropped.id;

  -- What may have arrived, and cannot be sent again: the provider may have forgotten the key before the end of another attempt.
  with uncertain as (
    delete from public.mail_batches b
      where b.sealed is not null
        and coalesce(b.claimed_until, b.next_attempt_at) <= now()
        and (b.sealed = '' or b.frozen_at + p_key_seconds * interval '1 second' - lease <= now())
      returning b.id, b.last_error
  )
  update public.mails m set state = 'unknown', claimed_until = null, last_error = coalesce(uncertain.last_error, 'no answer')
    from uncertain where m.batch_id = uncertain.id;

  select b.* into batch
    from public.mail_batches b
    join public.newsletter_issues i on i.number = b.issue
    where b.sealed <> '' and coalesce(b.claimed_until, b.next_attempt_at) <= now() and i.paused_at is null
    order by b.id
    limit 1
    for update of b skip locked;
  if found then
    update public.mail_batches b
      set attempts = b.attempts + 1, claimed_until = now() + lease, next_attempt_at = null
      where b.id = batch.id
      returning * into batch;
    update public.mails m set state = 'claimed', claimed_until = batch.claimed_until, attempts = batch.attempts where m.batch_id = batch.id;
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
        and exists (select from public.mails m where m.purpose = 'newsletter-issue' and m.occasion = i.number and m.next_attempt_at <= now())
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
          - (select count(*) from public.mails m where m.purpose = 'newsletter-issue' and m.frozen_at > now() - interval '24 hours')
          - (select count(*) from public.mails m join public.mail_batches b on b.id = m.batch_id where b.sealed is null)
      );
      if room <= 0 then
        update public.newsletter_issues i set next_batch_at = now() + interval '10 minutes' where i.number = issue.number;
        continue;
      end if;
    end if;

    insert into public.mail_batches (issue, claimed_until) values (issue.number, now() + lease) returning * into batch;
    with due as (
      select m.id from public.mails m
      where m.purpose = 'newsletter-issue' and m.occasion = issue.number and m.next_attempt_at <= now()
      order by m.id
      limit room
      for update skip locked
    )
    update public.mails m
      set state = 'claimed', attempts = 1, claimed_until = batch.claimed_until, next_attempt_at = null, batch_id = batch.id
      from due
      where m.id = due.id;
    delete from public.mails m
      where m.batch_id = batch.id
        and not exists (select from public.newsletter_subscribers s where s.id = m.person and public.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at));
    select jsonb_agg(jsonb_build_object('id', m.id, 'subscriber', s.id, 'email', s.email, 'generation', s.link_generation) order by m.id)
      into people
      from public.mails m
      join public.newsletter_subscribers s on s.id = m.person
      where m.batch_id = batch.id;
    exit when people is not null;
    delete from public.mail_batches b where b.id = batch.id;
  end loop;
  return jsonb_build_object('batch', batch.id, 'attempt', 1, 'key', batch.idempotency_key, 'letter', issue.letter, 'people', people);
end;
$function$;

comment on function public.claim_issue_batch(integer, integer, integer) is 'Owes the issues whose time has come, and takes one batch of up to p_limit mails for p_lease_seconds: {batch, attempt, key, letter, people: [{id, subscriber, email, generation}]}, or, of one that was sent and not answered, {batch, attempt, key, letter, sealed, recipients}, while the provider remembers its key (p_key_seconds); after that its mails stay uncertain. Who does not get the newsletter any more is dropped. An empty object when nothing is due.';
revoke all on function public.claim_issue_batch(integer, integer, integer) from public;
grant execute on function public.claim_issue_batch(integer, integer, integer) to service_role;

create function public.freeze_issue_batch(p_batch bigint, p_attempt integer, p_sealed text, p_frozen jsonb)
 returns bigint[]
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  ids bigint[];
begin
  perform from public.mail_batches b
    where b.id = p_batch and b.attempts = p_attempt and b.claimed_until is not null and b.sealed is null
    for update;
  if not found then
    return '{}';
  end if;

  delete from public.mails m
    where m.batch_id = p_batch
      and not exists (select from public.newsletter_subscribers s where s.id = m.person and public.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at));

  with given as (
    select * from jsonb_to_recordset(p_frozen) as g (id bigint, address_key text, token_digest text)
  ),
  checked as (
    select g.*, m.person, public.is_suppressed(g.address_key, 'newsletter-issue') as is_suppressed
    from given g
    join public.mails m on m.id = g.id and m.batch_id = p_batch and m.state = 'claimed'
  ),
  refused as (
    update public.mails m
      set state = 'refused', address_key = c.address_key, last_error = 'suppressed', claimed_until = null, batch_id = null, settled_at = now()
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
    insert into public.newsletter_links (token_digest, subscriber_id)
      select f.token_digest, f.person from frozen f
      on conflict do nothing
  )
  select array_agg(f.id order by f.id) into ids from frozen f;

  if ids is null then
    delete from public.mail_batches b where b.id = p_batch;
    return '{}';
  end if;
  update public.mail_batches b set sealed = p_sealed, recipients = ids, frozen_at = now() where b.id = p_batch;
  return ids;
end;
$function$;

comment on function public.freeze_issue_batch(bigint, integer, text, jsonb) is 'Keeps what a batch that was just claimed is made of ([{id, address_key, token_digest}] of its mails, and their addresses sealed), and makes the links in it valid. Answers the mails that go, in the order of the request: those whose claim still holds, whose reader is still there and whose address is not suppressed.';
revoke all on function public.freeze_issue_batch(bigint, integer, text, jsonb) from public;
grant execute on function public.freeze_issue_batch(bigint, integer, text, jsonb) to service_role;

create function public.settle_issue_batch(p_batch bigint, p_attempt integer, p_settled jsonb)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  batch public.mail_batches;
  outcome constant text := p_settled ->> 'outcome';
  error constant text := left(p_settled ->> 'error', 500);
  pause_until timestamp with time zone;
begin
  if outcome is null or outcome not in ('answered', 'refused', 'later', 'unknown') then
    raise exception 'the outcome is answered, refused, later or unknown' using errcode = 'invalid_parameter_value';
  end if;
  select * into batch from public.mail_batches b
    where b.id = p_batch and b.attempts = p_attempt and b.claimed_until is not null and b.sealed is not null
    for update;
  if not found then
    return 'not-under-way';
  end if;
  pause_until := public.next_attempt(batch.attempts, batch.created_at, (p_settled ->> 'wait')::integer);

  if outcome = 'answered' then
    with results as (
      select * from jsonb_to_recordset(p_settled -> 'results') as r (id bigint, provider_id text, error text)
    )
    update public.mails m
      set state = case when r.provider_id is not null then 'accepted' when r.error is not null then 'refused' else 'unknown' end,
        provider_id = r.provider_id,
        last_error = case when r.provider_id is null then left(coalesce(r.error, 'no answer'), 500) end,
        settled_at = case when num_nonnulls(r.provider_id, r.error) > 0 then now() end,
        claimed_until = null
      from public.mails each
      left join results r on r.id = each.id
      where each.batch_id = p_batch and m.id = each.id;
    delete from public.mail_batches b where b.id = p_batch;
    update public.newsletter_issues i set last_error = null, next_batch_at = null
      where i.number = batch.issue and num_nonnulls(i.last_error, i.next_batch_at) > 0;
    -- What was told of them before we knew the provider's numbers.
    perform public.heed_mail_events(told.provider_id)
      from (
        select distinct v.provider_id
        from jsonb_to_recordset(p_settled -> 'results') as r (provider_id text)
        join public.mail_events v on v.provider_id = r.provider_id
      ) told;
    return 'answered';
  end if;

  -- Surely not accepted, now or before: its readers are due again, with whatever has changed until then.
  if outcome in ('refused', 'later') and batch.attempts = 1 then
    update public.mails m
      set state = 'due', next_attempt_at = now(), claimed_until = null, frozen_at = null, frozen_attempt = null, last_error = error
      where m.batch_id = p_batch;
    delete from public.mail_batches b where b.id = p_batch;
  else
    update public.mails m set state = 'unknown', claimed_until = null, last_error = error where m.batch_id = p_batch;
    if batch.sealed = '' or pause_until is null then
      delete from public.mail_batches b where b.id = p_batch;
    else
      update public.mail_batches b set claimed_until = null, next_attempt_at = pause_until, last_error = error where b.id = p_batch;
    end if;
  end if;
  update public.newsletter_issues i
    set last_error = error,
      next_batch_at = coalesce(pause_until, now()),
      paused_at = case when outcome = 'refused' then coalesce(i.paused_at, now()) else i.paused_at end
    where i.number = batch.issue;
  return outcome;
end;
$function$;

comment on function public.settle_issue_batch(bigint, integer, jsonb) is 'Writes what came of a batch ({outcome, error, wait, results: [{id, provider_id, error}]}): answered, for each mail; later (surely not accepted: due again after a pause), refused as a whole (the same, and the issue is paused until an admin goes on) or unknown (kept, to be sent again unchanged). No further batch begins before the pause is over. Answers the outcome, or not-under-way.';
revoke all on function public.settle_issue_batch(bigint, integer, jsonb) from public;
grant execute on function public.settle_issue_batch(bigint, integer, jsonb) to service_role;
