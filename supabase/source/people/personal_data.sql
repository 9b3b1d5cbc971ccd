create function public.personal_data(
  p_email text,
  p_account_key text,
  p_newsletter_key text,
  p_mail_key text default null,
  p_recipient_key text default null
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := private.pattern_of_address(address);
  trace constant text := private.trace_of_address(address);
  account uuid;
  texts record;
  found_in jsonb;
  mentions jsonb := '[]';
begin
  if not public.is_owner() then
    raise exception 'only owners may see what is held about a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  for texts in select * from private.free_texts() t where t.table_name not in ('audit_log', 'newsletter_requests', 'mails', 'mail_events', 'waitlist_departures', 'waitlist_address_changes', 'newsletter_address_changes', 'admin_address_changes') order by t.table_name loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', to_jsonb(t) ->> ''id''))
       from %I.%I t
       where (%s) and lower(coalesce(to_jsonb(t) ->> ''email'', '''')) <> $4',
      texts.table_name, texts.table_schema, texts.table_name, texts.condition
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
            'reservation', (select to_jsonb(r) - array['id', 'event_id', 'line', 'offers', 'to_be_told'] from public.reservations r where r.id = w.id),
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
        jsonb_agg((d.entry - array['id', 'event_id', 'search_text', 'link_generation']) || jsonb_build_object('event', e.title, 'left_at', d.left_at, 'reservation', d.reservation - array['id', 'event_id', 'line', 'offers', 'to_be_told'], 'delivered_at', d.delivery ->> 'delivered_at') order by d.left_at),
        '[]'
      )
      from private.waitlist_departures d
      join public.events e on e.id = d.event_id
      where lower(d.entry ->> 'email') = address
    ),
    'waitlist_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('event', e.title, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at) order by c.asked_at, c.id),
        '[]'
      )
      from private.waitlist_address_changes c
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
      where m.id in (select private.mails_to(address, p_mail_key))
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
      from private.newsletter_address_changes c
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
    'invitations', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('role', i.role, 'invited_at', i.invited_at, 'accepted_at', i.accepted_at, 'withdrawn_at', i.withdrawn_at)
          order by i.invited_at, i.id
        ),
        '[]'
      )
      from private.admin_invitations i where lower(i.email) = address
    ),
    'address_changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('email', c.email, 'previous_email', c.previous_email, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at)
          order by c.asked_at, c.id
        ),
        '[]'
      )
      from private.admin_address_changes c
      where c.user_id = account or address in (lower(c.email), lower(c.previous_email))
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
        or case when strpos(lower(g.changes::text), trace) > 0 then private.without_address(g.changes, pattern, '') <> g.changes end
    ),
    'mentions', mentions,
    'counters', jsonb_build_object(
      'sign_in_failures', (select count(*) from private.sign_in_failures f where f.account_key = p_account_key),
      'known_addresses', (select count(*) from private.known_addresses k where k.account_key = p_account_key),
      'newsletter_requests', (select count(*) from private.newsletter_requests r where r.email_key = p_newsletter_key),
      'spending', (select count(*) from private.spending s where s.who = 'recipient' and s.key in (p_mail_key, p_recipient_key)),
      'mail_suppressions', (select count(*) from private.mail_suppressions s where s.address_key = p_mail_key)
    )
  );
end;
$$;

comment on function public.personal_data(text, text, text, text, text) is
  'What is held about the owner of an address: waitlist entries with their reservations, those left within a day, mails, newsletter, messages with what was answered, account, invitations to become an admin and changes of the address to sign in with, likes, entries of the log that the account made or that name the address, texts elsewhere that name it, and how many rows stand under the keyed digests p_account_key, p_newsletter_key and p_mail_key.';

-- for owners
grant execute on function public.personal_data(text, text, text, text, text) to authenticated;
