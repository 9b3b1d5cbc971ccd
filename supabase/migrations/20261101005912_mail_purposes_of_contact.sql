-- What the mails about a message are made of; answers are held about a person, too.
alter table public.mails
  drop constraint purpose_is_known,
  add constraint purpose_is_known check (purpose in ('waitlist-receipt', 'newsletter-confirm', 'newsletter-address', 'newsletter-address-changed', 'newsletter-issue', 'event-news', 'event-news-test', 'waitlist-new-address', 'waitlist-old-address', 'message-receipt', 'message-notice', 'message-answer'));

comment on column public.mails.person is 'Who gets it: for a waitlist-receipt and event-news the waitlist entry, for an event-news-test the admin, for waitlist-new-address and waitlist-old-address the change of address; for those about a message the message. No foreign key: what is owed to somebody who is gone is dropped when it is claimed.';

create or replace function public.mail_content(p_purpose text, p_person uuid, p_occasion integer)
 returns jsonb
 language sql
 stable
 set search_path = ''
return case p_purpose
  when 'waitlist-receipt' then (
    select jsonb_build_object('entry', w.id, 'generation', w.link_generation, 'email', w.email, 'event', public.told_of_event(w.event_id))
    from public.waitlist_entries w
    where w.id = p_person and not w.suspected_spam
  )
  when 'waitlist-new-address' then (
    select jsonb_build_object('change', c.id, 'email', c.email, 'event', public.told_of_event(w.event_id))
    from public.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.id = p_person and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
  )
  when 'waitlist-old-address' then (
    select jsonb_build_object('email', c.previous_email, 'event', public.told_of_event(w.event_id))
    from public.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.id = p_person and c.confirmed_at is not null
  )
  when 'newsletter-confirm' then (
    select to_jsonb(s)
    from public.newsletter_subscribers s
    where s.id = p_person and not s.suspected_spam
  )
  when 'newsletter-address' then (
    select jsonb_build_object('id', c.id, 'email', c.email)
    from public.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is null
  )
  when 'newsletter-address-changed' then (
    select jsonb_build_object('email', c.old_email)
    from public.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is not null
  )
  when 'event-news' then public.news_content(p_person, p_occasion)
  when 'event-news-test' then public.news_test_content(p_person, p_occasion)
  when 'message-receipt' then (
    select jsonb_build_object('email', m.email, 'number', m.number, 'sent', m.created_at)
    from public.contact_messages m
    where m.id = p_person and not m.suspected_spam and m.status <> 'spam'
  )
  when 'message-notice' then (
    select jsonb_build_object('id', m.id, 'number', m.number, 'name', m.name, 'writer', m.email, 'message', m.message, 'sent', m.created_at)
    from public.contact_messages m
    where m.id = p_person and not m.suspected_spam and m.status <> 'spam'
  )
  when 'message-answer' then (
    select jsonb_build_object('email', m.email, 'number', m.number, 'message', m.message, 'sent', m.created_at, 'answer', a.answer)
    from public.contact_messages m
    join public.message_answers a on a.message_id = m.id
    where m.id = p_person and a.occasion = p_occasion
  )
end;

create or replace function public.personal_data(p_email text, p_account_key text, p_newsletter_key text, p_mail_key text default null::text)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := public.pattern_of_address(address);
  trace constant text := public.trace_of_address(address);
  account uuid;
  texts record;
  found_in jsonb;
  mentions jsonb := '[]';
begin
  if not public.is_admin() then
    raise exception 'only admins may see what is held about a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  for texts in select * from public.free_texts() t where t.table_name not in ('audit_log', 'newsletter_requests', 'mails', 'mail_events', 'waitlist_departures', 'waitlist_address_changes', 'newsletter_address_changes') order by t.table_name loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', to_jsonb(t) ->> ''id''))
       from public.%I t
       where (%s) and lower(coalesce(to_jsonb(t) ->> ''email'', '''')) <> $4',
      texts.table_name, texts.table_name, texts.condition
    ) into found_in using pattern, '', trace, address;
    mentions := mentions || coalesce(found_in, '[]');
  end loop;

  return jsonb_build_object(
    'email', address,
    'waitlists', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(w) - array['id', 'event_id', 'search_text', 'link_generation']) || jsonb_build_object(
            'event', e.title,
            'delivery', (
              select jsonb_build_object(
                'attempts', o.attempts,
                'delivered_at', o.delivered_at,
                'failed_at', o.failed_at,
                'last_error', o.last_error
              )
              from public.outbox o where o.waitlist_entry_id = w.id
            )
          )
          order by w.created_at, w.suspected_spam, w.id
        ),
        '[]'
      )
      from public.waitlist_entries w
      join public.events e on e.id = w.event_id
      where lower(w.email) = address
    ),
    'left_waitlists', (
      select coalesce(
        jsonb_agg((d.entry - array['id', 'event_id', 'search_text', 'link_generation']) || jsonb_build_object('event', e.title, 'left_at', d.left_at, 'delivered_at', d.delivery ->> 'delivered_at') order by d.left_at),
        '[]'
      )
      from public.waitlist_departures d
      join public.events e on e.id = d.event_id
      where lower(d.entry ->> 'email') = address
    ),
    'waitlist_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('event', e.title, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at) order by c.asked_at, c.id),
        '[]'
      )
      from public.waitlist_address_changes c
      join public.waitlist_entries w on w.id = c.entry_id
      join public.events e on e.id = w.event_id
      where address in (lower(c.email), lower(c.previous_email), lower(w.email))
    ),
    'mails', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('purpose', m.purpose, 'state', m.state, 'created_at', m.created_at, 'settled_at', m.settled_at)
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.mails m
      where m.id in (select public.mails_to(address, p_mail_key))
    ),
    'newsletter', (
      select coalesce(jsonb_agg(to_jsonb(s) - array['id', 'search_text', 'link_generation'] order by s.created_at, s.id), '[]')
      from public.newsletter_subscribers s where lower(s.email) = address
    ),
    'newsletter_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('email', c.email, 'old_email', c.old_email, 'requested_at', c.requested_at, 'confirmed_at', c.confirmed_at) order by c.requested_at),
        '[]'
      )
      from public.newsletter_address_changes c
      where lower(c.email) = address or lower(c.old_email) = address
    ),
    'messages', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(m) - array['id', 'search_text']) || jsonb_build_object(
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('answer', a.answer, 'created_at', a.created_at) order by a.occasion), '[]')
              from public.message_answers a where a.message_id = m.id
            )
          )
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.contact_messages m where lower(m.email) = address
    ),
    'account', (
      select jsonb_build_object(
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'is_admin', exists (select from public.admin_users a where a.id = u.id)
      )
      from auth.users u where u.id = account
    ),
    'likes', (
      select coalesce(jsonb_agg(jsonb_build_object('resource', r.title, 'created_at', l.created_at) order by l.created_at, l.id), '[]')
      from public.resource_likes l
      join public.education_resources r on r.id = l.resource_id
      where l.user_id = account
    ),
    'log', (
      select coalesce(
        jsonb_agg(jsonb_build_object('at', g.at, 'verb', g.verb, 'table', g.table_name, 'row', g.row_id) order by g.id),
        '[]'
      )
      from public.audit_log g
      where g.actor = account
        or lower(g.actor_email) = address
        or case when strpos(lower(g.changes::text), trace) > 0 then public.without_address(g.changes, pattern, '') <> g.changes end
    ),
    'mentions', mentions,
    'counters', jsonb_build_object(
      'sign_in_failures', (select count(*) from public.sign_in_failures f where f.account_key = p_account_key),
      'known_addresses', (select count(*) from public.known_addresses k where k.account_key = p_account_key),
      'newsletter_requests', (select count(*) from public.newsletter_requests r where r.email_key = p_newsletter_key),
      'mail_limits', (select count(*) from public.mail_limits l where l.address_key = p_mail_key),
      'mail_suppressions', (select count(*) from public.mail_suppressions s where s.address_key = p_mail_key)
    )
  );
end;
$function$;

comment on function public.personal_data(text, text, text, text) is 'What is held about the owner of an address: waitlist entries, those left within a day, mails, newsletter, messages with what was answered, account, likes, entries of the log that the account made or that name the address, texts elsewhere that name it, and how many rows stand under the keyed digests p_account_key, p_newsletter_key and p_mail_key.';

create or replace function public.erase_person(p_actor uuid, p_email text, p_account_key text, p_newsletter_key text, p_mail_key text default null::text)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := public.pattern_of_address(address);
  trace constant text := public.trace_of_address(address);
  -- Never longer than what it replaces, so that no text outgrows its limit.
  replacement constant text := left('(erased)', char_length(address));
  account uuid;
  texts record;
  changed integer;
  erased jsonb := '{}';
begin
  if not exists (select from public.admin_users a where a.id = p_actor) then
    raise exception 'only admins may erase a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  if p_account_key !~ '^[0-9a-f]{32}$' or p_newsletter_key !~ '^[0-9a-f]{32}$' or num_nulls(p_account_key, p_newsletter_key) > 0 then
    raise exception 'the address stands under keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;
  -- Whoever makes this account an admin at this moment comes before the lock, or finds no account any more.
  select u.id into account from auth.users u where lower(u.email) = address limit 1 for update;
  if exists (select from public.admin_users a where a.id = account) then
    return jsonb_build_object('outcome', 'is-admin');
  end if;

  -- The log shall say whose work this is, not that the Worker asked.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);

  delete from public.mails m where m.id in (select public.mails_to(address, p_mail_key));
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('mails', changed);
  delete from public.mail_limits l where l.address_key = p_mail_key;
  delete from public.waitlist_address_changes c where address in (lower(c.email), lower(c.previous_email));
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('waitlist_changes', changed);
  delete from public.waitlist_departures d where lower(d.entry ->> 'email') = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('departures', changed);
  delete from public.waitlist_entries w where lower(w.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('waitlist_entries', changed);
  delete from public.newsletter_address_changes c where lower(c.email) = address or lower(c.old_email) = address;
  delete from public.newsletter_subscribers s where lower(s.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_subscribers', changed);
  delete from public.contact_messages m where lower(m.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('contact_messages', changed);
  delete from public.sign_in_failures f where f.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('sign_in_failures', changed);
  delete from public.known_addresses k where k.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('known_addresses', changed);
  delete from public.newsletter_requests r where r.email_key = p_newsletter_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_requests', changed);
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('accounts', changed);
  delete from auth.audit_log_entries l where l.payload::text ~* pattern;

  -- What the site publishes stays as its admins wrote it; they change it by hand.
  changed := 0;
  for texts in
    select * from public.free_texts() t
    where t.table_name in ('waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'message_answers', 'outbox', 'tellings')
    order by t.table_name
  loop
    declare
      rows_of_table integer;
    begin
      execute format('update public.%I set %s where %s', texts.table_name, texts.assignments, texts.condition)
        using pattern, replacement, trace;
      get diagnostics rows_of_table = row_count;
      changed := changed + rows_of_table;
    end;
  end loop;
  erased := erased || jsonb_build_object('texts', changed);

  -- The log comes last, because it has just been told of the changes before.
  perform set_config('audit_log.erasing', 'on', true);
  update public.audit_log g set actor_email = null where lower(g.actor_email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('log_entries', changed);
  perform set_config('audit_log.erasing', 'off', true);

  if not exists (select from jsonb_each_text(erased) each where each.value <> '0') then
    return jsonb_build_object('outcome', 'nothing-held');
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'erase', 'people', coalesce(account, gen_random_uuid())::text,
      erased || jsonb_build_object('address_digest', p_account_key)
    from auth.users u where u.id = p_actor;
  return jsonb_build_object('outcome', 'erased', 'erased', erased);
end;
$function$;

comment on function public.erase_person(uuid, text, text, text, text) is 'For the admin p_actor: deletes what is held about the owner of an address, and takes the address out of what others sent and of notes; all of it or nothing. Mails go with their person; that an address wants none stays, as a digest. Texts that the site publishes stay, and so does the log of their changes. Answers {outcome: erased, erased: {kind: count}}, {outcome: nothing-held}, or {outcome: is-admin}: an admin''s account is not erased, it has to stop being one first. The log gets the counts and p_account_key.';
