create function private.mail_content(p_purpose text, p_person uuid, p_occasion bigint) returns jsonb
language sql
stable
return case p_purpose
  when 'waitlist-receipt' then private.entry_content(p_person)
  when 'waitlist-lost-link' then private.entry_content(p_person)
  when 'waitlist-new-link' then private.entry_content(p_person)
  when 'waitlist-address-confirmed' then private.entry_content(p_person)
  when 'waitlist-new-address' then (
    select jsonb_build_object('change', c.id, 'email', c.email, 'event', private.told_of_event(w.event_id))
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.id = p_person and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
  )
  when 'waitlist-old-address' then (
    select jsonb_build_object('email', c.previous_email, 'event', private.told_of_event(w.event_id))
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.id = p_person and c.confirmed_at is not null
  )
  when 'newsletter-confirm' then (
    select to_jsonb(s) from public.newsletter_subscribers s where s.id = p_person and not s.suspected_spam
  )
  when 'newsletter-address' then (
    select jsonb_build_object('id', c.id, 'email', c.email)
    from private.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is null
  )
  when 'newsletter-address-changed' then (
    select jsonb_build_object('email', c.old_email)
    from private.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is not null
  )
  when 'event-news' then private.news_content(p_person, p_occasion)
  when 'event-news-test' then private.news_test_content(p_person, p_occasion)
  when 'test-email' then (
    select jsonb_build_object('email', u.email)
    from public.admin_users a
    join auth.users u on u.id = a.id
    where a.id = p_person
  )
  when 'message-receipt' then (
    select jsonb_build_object('email', m.email, 'number', m.number, 'sent', m.created_at)
    from public.contact_messages m
    where m.id = p_person and not m.suspected_spam and m.status <> 'spam'
  )
  when 'message-notice' then (
    select case when count(*) > 0 then jsonb_build_object('count', count(*), 'messages', jsonb_agg(told.message order by told.number) filter (where told.place <= 20)) end
    from (
      select m.number, row_number() over (order by m.number) as place,
        jsonb_build_object('id', m.id, 'number', m.number, 'name', m.name, 'writer', m.email, 'message', m.message, 'sent', m.created_at) as message
      from public.contact_messages m
      where m.number >= p_occasion
        and m.number < coalesce((select min(n.occasion) from public.mails n where n.purpose = p_purpose and n.occasion > p_occasion), 9223372036854775807)
        and not m.suspected_spam
        and m.status <> 'spam'
    ) told
  )
  when 'message-answer' then (
    select jsonb_build_object(
      'email', m.email, 'number', m.number, 'message', m.message, 'sent', m.created_at, 'answer', a.answer
    )
    from public.contact_messages m
    join public.message_answers a on a.message_id = m.id
    where m.id = p_person and a.occasion = p_occasion
  )
  when 'key-notice' then (
    select jsonb_build_object(
      'email', u.email,
      'device', g.changes ->> 'device',
      'by', case when g.actor <> p_person then g.actor_email end,
      'at', g.at
    ) || g.changes
    from public.audit_log g
    join auth.users u on u.id = p_person
    where g.id = p_occasion and g.row_id = p_person::text and g.verb = 'access' and g.at > now() - interval '2 days'
  )
  when 'place-offer' then private.place_content(p_purpose, p_person, p_occasion)
  when 'place-ticket' then private.place_content(p_purpose, p_person, p_occasion)
  when 'place-canceled' then private.place_content(p_purpose, p_person, p_occasion)
  else private.letter_content(p_purpose, p_person, p_occasion)
end;

comment on function private.mail_content(text, uuid, bigint) is
  'What a mail is made of as of now, the address under email; null when nobody is owed it any more.';
