-- What the organization tells everybody on a waitlist: that tickets are open, that the event is canceled, and so on. Starting a
-- telling owes one mail to everybody who has not been told yet; address and event are joined when the mail is claimed.
create table public.tellings (
  id integer generated always as identity primary key,
  event_id uuid not null references public.events (id) on delete cascade,
  kind text not null constraint kind_is_known check (kind in ('tickets-open', 'cancelled', 'postponed', 'new-date', 'reminder', 'recap')),
  words text constraint words_have_1_to_2000_characters check (btrim(words) <> '' and public.visible_length(words) <= 2000),
  is_off boolean not null default false constraint only_a_reminder_is_switched_off check (not is_off or kind = 'reminder'),
  starts_at timestamp with time zone,
  started_by uuid,
  started_at timestamp with time zone,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint a_draft_is_not_paused check (started_at is not null or num_nonnulls(paused_at, started_by, starts_at) = 0),
  constraint what_is_off_does_not_start check (started_at is null or not is_off)
);

comment on table public.tellings is 'What is told by mail to the people on a waitlist, each once; the mails have its id as their occasion.';
comment on column public.tellings.words is 'What an admin adds to the letter: paragraphs, separated by blank lines.';
comment on column public.tellings.is_off is 'The reminder of this event is not sent.';
comment on column public.tellings.starts_at is 'Start of the event when the telling was started; what is told of another date is not true any more.';
comment on column public.tellings.started_by is 'The admin; null for a reminder, which cron starts. No foreign key, as in the log.';
comment on column public.tellings.started_at is 'Null for a draft, which nobody has got.';

create unique index one_draft_of_a_kind on public.tellings using btree (event_id, kind) where started_at is null;
create unique index one_reminder_of_a_start on public.tellings using btree (event_id, starts_at) where kind = 'reminder' and started_at is not null;
create index tellings_of_an_event on public.tellings using btree (event_id, id);

create trigger set_updated_at before update on public.tellings for each row execute function public.set_updated_at();
create trigger audit_insert after insert on public.tellings referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.tellings referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger audit_delete after delete on public.tellings referencing old table as old_rows for each statement execute function public.audit();

alter table public.tellings enable row level security;
revoke all on public.tellings from public, anon, authenticated, service_role;
grant select on public.tellings to authenticated;
create policy "Admins read tellings" on public.tellings for select to authenticated using ((select public.is_admin()));

alter table public.mails
  add column goes_to_many boolean not null default false;

comment on column public.mails.goes_to_many is 'Whether it is one of many; what one person awaits is claimed before these.';
drop index public.mails_due;
create index mails_due on public.mails using btree (goes_to_many, next_attempt_at, id) where next_attempt_at is not null;
create index mails_of_a_telling on public.mails using btree (occasion) where purpose = 'event-news';

create function public.is_news(p_kind text, p_event uuid)
 returns boolean
 language sql
 stable
 set search_path = ''
return exists (
  select from public.events e
  where e.id = p_event and e.is_published and case p_kind
    when 'tickets-open' then e.status = 'scheduled'
      and e.ticket_url is not null
      and e.over_at > now()
      and not (e.date_precision = 'exact' and e.starts_at <= now())
    when 'cancelled' then e.status = 'cancelled' and coalesce(e.over_at > now(), true)
    when 'postponed' then e.status = 'postponed'
    when 'new-date' then e.status = 'scheduled' and e.date_precision in ('exact', 'day') and e.starts_at > now()
    when 'reminder' then e.status = 'scheduled' and e.date_precision = 'exact' and e.starts_at > now()
    when 'recap' then e.status = 'scheduled'
      and e.date_precision in ('exact', 'day')
      and e.over_at <= now()
      and num_nonnulls(e.recap, e.recap_url) > 0
  end
);

comment on function public.is_news(text, uuid) is 'Whether a kind of telling is true of a published event as it is now.';

revoke all on function public.is_news(text, uuid) from public;

create function public.owed_news(p_kind text, p_event uuid)
 returns setof uuid
 language sql
 stable
 set search_path = ''
as $function$
  select w.id
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join lateral (
    select t.kind, t.starts_at
    from public.mails m
    join public.tellings t on t.id = m.occasion
    where m.purpose = 'event-news'
      and m.person = w.id
      and m.state <> 'dropped'
      -- Whose entry was corrected since may get what was refused.
      and not (m.state = 'refused' and w.updated_at > m.settled_at)
      -- Tickets that are open, and a reminder, say too that it takes place, and when.
      and (t.kind = p_kind or (p_kind in ('cancelled', 'postponed', 'new-date') and t.kind <> 'recap'))
    order by t.id desc
    limit 1
  ) latest on true
  where e.id = p_event
    and not w.suspected_spam
    and case p_kind
      when 'tickets-open' then w.told_at is null and latest.kind is null
      when 'reminder' then latest.starts_at is distinct from e.starts_at
      when 'recap' then w.created_at <= e.over_at and latest.starts_at is distinct from e.starts_at
      -- Who joined later has seen it.
      when 'new-date' then w.created_at <= e.dated_at
        and coalesce(w.told_at < e.dated_at, true)
        and (coalesce(latest.kind in ('cancelled', 'postponed'), true) or latest.starts_at is distinct from e.starts_at)
      else w.created_at <= e.dated_at and latest.kind is distinct from p_kind
    end
  order by w.created_at, w.id;
$function$;

comment on function public.owed_news(text, uuid) is 'Entries on the list of an event that have not been told, first come first: nobody twice that tickets are open, by hand or by mail; of a state or a date whoever joined before it and whose latest news is another one; a reminder or a recap once for a date. Never suspected spam.';

revoke all on function public.owed_news(text, uuid) from public;

create function public.news_content(p_person uuid, p_telling integer)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object('entry', w.id, 'email', w.email, 'kind', t.kind, 'words', t.words, 'event', to_jsonb(e) - array['search_text', 'is_published'])
  from public.tellings t
  join public.events e on e.id = t.event_id
  join public.waitlist_entries w on w.event_id = e.id
  where t.id = p_telling
    and w.id = p_person
    and not w.suspected_spam
    and public.is_news(t.kind, e.id)
    and (t.kind <> 'tickets-open' or w.told_at is null)
    and (t.kind not in ('new-date', 'reminder', 'recap') or t.starts_at = e.starts_at)
);

comment on function public.news_content(uuid, integer) is 'What a letter of a telling to an entry is made of; null when it is not true any more, or the entry is gone, or was told by hand that tickets are open.';

revoke all on function public.news_content(uuid, integer) from public;

create function public.news_test_content(p_person uuid, p_telling integer)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object('email', u.email, 'kind', t.kind, 'words', t.words, 'event', to_jsonb(e) - array['search_text', 'is_published'])
  from public.tellings t
  join public.events e on e.id = t.event_id
  join public.admin_users a on a.id = p_person
  join auth.users u on u.id = a.id
  where t.id = p_telling
);

comment on function public.news_test_content(uuid, integer) is 'What a test of a telling is made of, for the admin who reads it.';

revoke all on function public.news_test_content(uuid, integer) from public;

create function public.event_news(p_event uuid)
 returns jsonb
 language plpgsql
 stable
 security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins may see who is told what' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'kinds', (
      select jsonb_agg(
        jsonb_build_object(
          'kind', k.kind,
          'owed', (select count(*) from public.owed_news(k.kind, p_event)),
          'words', d.words,
          'is_off', coalesce(d.is_off, false),
          'version', d.updated_at
        )
        order by k.place
      )
      from unnest(array['cancelled', 'postponed', 'new-date', 'tickets-open', 'recap', 'reminder']) with ordinality k (kind, place)
      left join public.tellings d on d.event_id = p_event and d.kind = k.kind and d.started_at is null
      where public.is_news(k.kind, p_event)
    ),
    'tellings', (
      select jsonb_agg(to_jsonb(t) || to_jsonb(c) || jsonb_build_object('by', u.email) order by t.id desc)
      from (
        select t.id, t.kind, t.starts_at, t.started_at, t.started_by, t.paused_at
        from public.tellings t
        where t.event_id = p_event and t.started_at is not null
        order by t.id desc
        limit 20
      ) t
      left join auth.users u on u.id = t.started_by
      cross join lateral (
        select
          count(*) as people,
          count(*) filter (where m.state in ('due', 'claimed') or (m.state = 'unknown' and m.next_attempt_at is not null)) as to_go,
          count(*) filter (where m.state = 'accepted') as accepted,
          count(*) filter (where m.state in ('refused', 'bounced', 'complained')) as failed,
          count(*) filter (where m.state = 'unknown' and m.next_attempt_at is null) as uncertain,
          count(*) filter (where m.state = 'left') as left_uncertain,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'not-true') as not_true,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'told-by-hand') as told_by_hand,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'spam') as spam
        from public.mails m
        where m.purpose = 'event-news' and m.occasion = t.id
      ) c
    ),
    'troubles', (
      select jsonb_agg(to_jsonb(trouble) order by trouble.id)
      from (
        select m.id, t.kind, w.id as entry, w.name, w.email, m.state, m.last_error
        from public.tellings t
        join public.mails m on m.purpose = 'event-news' and m.occasion = t.id
        join public.waitlist_entries w on w.id = m.person
        where t.event_id = p_event
          and (m.state in ('refused', 'bounced', 'complained') or (m.state = 'unknown' and m.next_attempt_at is null))
        order by m.id desc
        limit 100
      ) trouble
    )
  );
end;
$function$;

comment on function public.event_news(uuid) is 'For admins: which kinds of telling are true of an event, with how many people are owed each and the draft; the 20 latest tellings and how far they are; the 100 latest mails that failed or are uncertain, with names. Each list is null where it is empty.';

revoke all on function public.event_news(uuid) from public;
grant execute on function public.event_news(uuid) to authenticated;

create function public.draft_telling(p_event uuid, p_kind text, p_words text default null, p_is_off boolean default false)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins may write to a list' using errcode = 'insufficient_privilege';
  end if;
  insert into public.tellings as t (event_id, kind, words, is_off)
    select e.id, p_kind, p_words, p_is_off from public.events e where e.id = p_event
    on conflict (event_id, kind) where started_at is null do update set words = excluded.words, is_off = excluded.is_off;
  return found;
end;
$function$;

comment on function public.draft_telling(uuid, text, text, boolean) is 'Keeps what an admin adds to the next telling of a kind, and whether the reminder is switched off. Answers false when there is no such event.';

revoke all on function public.draft_telling(uuid, text, text, boolean) from public;
grant execute on function public.draft_telling(uuid, text, text, boolean) to authenticated;

create function public.test_telling(p_event uuid, p_kind text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  draft integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may write to a list' using errcode = 'insufficient_privilege';
  end if;
  if not public.is_news(p_kind, p_event) then
    return false;
  end if;
  insert into public.tellings (event_id, kind) values (p_event, p_kind) on conflict (event_id, kind) where started_at is null do nothing;
  select t.id into draft from public.tellings t where t.event_id = p_event and t.kind = p_kind and t.started_at is null;
  delete from public.mails m
    where m.purpose = 'event-news-test' and m.person = auth.uid() and m.occasion = draft and m.next_attempt_at is null;
  insert into public.mails (purpose, person, occasion) values ('event-news-test', auth.uid(), draft) on conflict do nothing;
  return true;
end;
$function$;

comment on function public.test_telling(uuid, text) is 'Owes the draft of a telling to the admin who asks, and to nobody else; one at a time. Answers false when it is not true of the event.';

revoke all on function public.test_telling(uuid, text) from public;
grant execute on function public.test_telling(uuid, text) to authenticated;

create function public.start_telling(p_event uuid, p_kind text, p_event_version timestamp with time zone, p_draft_version timestamp with time zone default null)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  event public.events;
  draft public.tellings;
  owed uuid[];
begin
  if not public.is_admin() then
    raise exception 'only admins may write to a list' using errcode = 'insufficient_privilege';
  end if;
  -- Two at once come one after the other, and the second finds everybody told.
  select e.* into event from public.events e where e.id = p_event for update;
  select t.* into draft from public.tellings t where t.event_id = p_event and t.kind = p_kind and t.started_at is null;
  if p_kind = 'reminder' or not public.is_news(p_kind, p_event) then
    return 'not-true';
  end if;
  owed := array(select public.owed_news(p_kind, p_event));
  if cardinality(owed) = 0 then
    return 'nobody';
  end if;
  if event.updated_at is distinct from p_event_version or draft.updated_at is distinct from p_draft_version then
    return 'changed';
  end if;
  if draft.id is null then
    insert into public.tellings (event_id, kind, starts_at, started_by, started_at)
      values (p_event, p_kind, event.starts_at, auth.uid(), now())
      returning * into draft;
  else
    update public.tellings t set starts_at = event.starts_at, started_by = auth.uid(), started_at = now() where t.id = draft.id;
  end if;
  insert into public.mails (purpose, person, occasion, goes_to_many)
    select 'event-news', person, draft.id, true from unnest(owed) person;
  return 'started';
end;
$function$;

comment on function public.start_telling(uuid, text, timestamp with time zone, timestamp with time zone) is 'Owes a mail to everybody who has not been told, as an admin has read it: the event at p_event_version, the draft at p_draft_version (updated_at of each; null without a draft). Answers started, nobody, changed or not-true.';

revoke all on function public.start_telling(uuid, text, timestamp with time zone, timestamp with time zone) from public;
grant execute on function public.start_telling(uuid, text, timestamp with time zone, timestamp with time zone) to authenticated;

create function public.pause_telling(p_event uuid, p_id integer, p_is_paused boolean)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins may write to a list' using errcode = 'insufficient_privilege';
  end if;
  update public.tellings t
    set paused_at = case when p_is_paused then now() end
    where t.id = p_id and t.event_id = p_event and t.started_at is not null and (t.paused_at is null) = p_is_paused;
  if not found then
    return false;
  end if;
  update public.mails m
    set next_attempt_at = case when not p_is_paused then now() end
    where m.purpose = 'event-news' and m.occasion = p_id and m.state = 'due';
  return true;
end;
$function$;

comment on function public.pause_telling(uuid, integer, boolean) is 'Takes back when the mails of a telling are due, or gives it again. One that is under way is left alone. Answers false when nothing was to change.';

revoke all on function public.pause_telling(uuid, integer, boolean) from public;
grant execute on function public.pause_telling(uuid, integer, boolean) to authenticated;

create function public.waking_time(p_at timestamp with time zone)
 returns timestamp with time zone
 language sql
 stable
 set search_path = ''
return (
  select case
    when clock::time >= '07:00' and clock::time < '22:00' then p_at
    else (date_trunc('day', clock + interval '2 hours') + interval '7 hours') at time zone 'Pacific/Honolulu'
  end
  from (select p_at at time zone 'Pacific/Honolulu' as clock) honolulu
);

comment on function public.waking_time(timestamp with time zone) is 'The moment itself between 7:00 and 22:00 in Honolulu, else the next 7:00.';

revoke all on function public.waking_time(timestamp with time zone) from public;

create function public.start_reminders()
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  morning constant timestamp with time zone := public.waking_time(now());
  event record;
  telling integer;
  started integer := 0;
begin
  if morning > now() then
    update public.mails m
      set next_attempt_at = morning
      from public.tellings t
      where t.kind = 'reminder'
        and t.starts_at > now()
        and m.purpose = 'event-news'
        and m.occasion = t.id
        and m.state = 'due'
        and m.next_attempt_at <= now();
    return 0;
  end if;
  for event in
    select e.id, e.starts_at from public.events e
    where e.starts_at > now()
      and e.starts_at <= now() + interval '24 hours'
      and public.is_news('reminder', e.id)
      and not exists (
        select from public.tellings t
        where t.event_id = e.id and t.kind = 'reminder' and (t.is_off or (t.started_at is not null and t.starts_at = e.starts_at))
      )
    for update skip locked
  loop
    insert into public.tellings (event_id, kind) values (event.id, 'reminder') on conflict (event_id, kind) where started_at is null do nothing;
    update public.tellings t
      set starts_at = event.starts_at, started_at = now()
      where t.event_id = event.id and t.kind = 'reminder' and t.started_at is null
      returning t.id into telling;
    insert into public.mails (purpose, person, occasion, goes_to_many)
      select 'event-news', person, telling, true from public.owed_news('reminder', event.id) person;
    started := started + 1;
  end loop;
  return started;
end;
$function$;

comment on function public.start_reminders() is 'Owes a reminder to everybody on the list of each event that begins within 24 hours, once for a start, between 7:00 and 22:00 in Honolulu; what is due of one at night waits for the morning. Answers how many events.';

revoke all on function public.start_reminders() from public;
grant execute on function public.start_reminders() to service_role;

create function public.note_told()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.waitlist_entries w
    set told_at = now()
    from public.tellings t
    where t.id = new.occasion and t.kind = 'tickets-open' and w.id = new.person and w.told_at is null;
  return null;
end;
$function$;

comment on function public.note_told() is 'Trigger: whose mail that tickets are open was accepted, or may have arrived and was left at that, has been told, and is not told again by hand.';

revoke all on function public.note_told() from public;

create trigger note_told after update of state on public.mails for each row
  when (new.purpose = 'event-news' and new.state in ('accepted', 'left') and old.state <> new.state)
  execute function public.note_told();

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
      and (m.claimed_until is null or m.claimed_until <= now())
      -- What was under way when its telling was paused came back since.
      and (m.purpose <> 'event-news' or m.sealed is not null
        or not exists (select from public.tellings t where t.id = m.occasion and t.paused_at is not null))
    order by m.goes_to_many, m.next_attempt_at, m.id
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

  -- Of news that nobody shall get any more a row stays, so that an admin sees how many; what may have arrived stays uncertain.
  update public.mails m
    set claimed_until = null,
      next_attempt_at = null,
      state = case when m.sealed is null then 'dropped' else 'unknown' end,
      settled_at = case when m.sealed is null then now() end,
      last_error = case
        when m.sealed is not null then coalesce(m.last_error, 'no answer')
        when w.suspected_spam then 'spam'
        when t.kind = 'tickets-open' and w.told_at is not null and public.is_news(t.kind, t.event_id) then 'told-by-hand'
        else 'not-true'
      end
    from public.tellings t, public.waitlist_entries w
    where m.id = any (taken)
      and m.purpose = 'event-news'
      and t.id = m.occasion
      and w.id = m.person
      and public.mail_content(m.purpose, m.person, m.occasion) is null;

  delete from public.mails m
    where m.id = any (taken) and m.state = 'claimed' and public.mail_content(m.purpose, m.person, m.occasion) is null;

  return query
    select m.id, m.purpose, m.idempotency_key, m.attempts, m.sealed, public.mail_content(m.purpose, m.person, m.occasion)
    from public.mails m
    where m.id = any (taken) and m.state = 'claimed'
    order by m.id;
end;
$function$;

comment on function public.claim_mails(integer, integer, integer) is 'Takes up to p_limit due mails for p_lease_seconds and counts the attempt, what goes to many last. Nobody else gets a row while its lease runs. One that was sent and not answered comes with its sealed payload, to be sent again unchanged, while the provider remembers its key (p_key_seconds); after that it stays unknown. What is owed to somebody who is gone is removed; news that is not true any more is dropped.';
