-- Returns the emails to the owner of an address (lower case), found by its keyed digest or by what they are about.
create function private.mails_to(p_address text, p_mail_key text) returns setof bigint
language sql
stable
as $$
  select m.id from public.mails m where m.address_key = p_mail_key
  union
  select m.id
  from public.mails m
  where m.person in (
    select w.id from public.waitlist_entries w where lower(w.email) = p_address
    union all
    select c.id from public.contact_messages c where lower(c.email) = p_address
    union all
    select s.id from public.suggestions s where lower(s.email) = p_address
    union all
    select n.id from public.newsletter_subscribers n where lower(n.email) = p_address
    union all
    select s.id from private.series_subscriptions s where lower(s.email) = p_address
    union all
    select c.speaker_id from private.speaker_contacts c where lower(c.email) = p_address
    union all
    select p.id from private.talk_proposals p where lower(p.email) = p_address
    union all
    select c.id
    from private.newsletter_address_changes c
    where lower(c.email) = p_address or lower(c.old_email) = p_address
    union all
    select i.id from private.admin_invitations i where lower(i.email) = p_address
    union all
    select u.id from auth.users u where lower(u.email) = p_address
  )
  union
  -- A notice is composed from the messages that still exist, unless it is frozen.
  select m.id
  from public.mails m
  where m.purpose = 'message-notice'
    and m.sealed is not null
    and exists (
      select from public.contact_messages c
      where lower(c.email) = p_address
        and c.number >= m.occurrence
        and c.number < coalesce(
          (select min(n.occurrence) from public.mails n where n.purpose = m.purpose and n.occurrence > m.occurrence),
          9223372036854775807
        )
    )
  union
  select m.id
  from public.mails m
  join private.waitlist_address_changes c on c.id = m.person
  where lower(case m.purpose when 'waitlist-old-address' then c.previous_email else c.email end) = p_address
  union
  select m.id
  from public.mails m
  join private.admin_address_changes c on c.id = m.person
  where lower(case m.purpose when 'admin-old-address' then c.previous_email else c.email end) = p_address;
$$;
