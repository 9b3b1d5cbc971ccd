-- Mails about places at an event.

alter table public.mails drop constraint purpose_is_known;
alter table public.mails add constraint purpose_is_known check (purpose = any (array['waitlist-receipt'::text, 'newsletter-confirm'::text, 'newsletter-address'::text, 'newsletter-address-changed'::text, 'newsletter-issue'::text, 'event-news'::text, 'event-news-test'::text, 'waitlist-new-address'::text, 'waitlist-old-address'::text, 'message-receipt'::text, 'message-notice'::text, 'message-answer'::text, 'key-notice'::text, 'admin-invitation'::text, 'password-link'::text, 'admin-new-address'::text, 'admin-old-address'::text, 'place-offer'::text, 'place-ticket'::text, 'place-canceled'::text]));

create function public.place_content(p_purpose text, p_person uuid, p_occasion integer)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object(
    'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'name', w.name,
    'event', public.told_of_event(w.event_id), 'reservation', public.own_reservation(w.id),
    'offer_ends_at', public.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
  )
  from public.waitlist_entries w
  join public.reservations r on r.id = w.id
  join public.events e on e.id = w.event_id
  where w.id = p_person
    and not w.suspected_spam
    and case p_purpose
      when 'place-offer' then r.state = 'offered' and r.offers = p_occasion and public.sign_up(e.id) = 'open'
      when 'place-ticket' then r.state = 'placed' and r.hold_until is null and e.status = 'scheduled' and coalesce(e.over_at > now(), true)
      when 'place-canceled' then r.state = 'canceled'
    end
);

comment on function public.place_content(text, uuid, integer) is 'mail_content of the mails about places; offer_ends_at is the deadline of an offer whose mail is accepted now.';

revoke all on function public.place_content(text, uuid, integer) from public;

create or replace function public.mail_content(p_purpose text, p_person uuid, p_occasion integer)
 returns jsonb
 language sql
 stable
 set search_path to ''
return case p_purpose when 'waitlist-receipt'::text then (select jsonb_build_object('entry', w.id, 'generation', w.link_generation, 'email', w.email, 'event', public.told_of_event(w.event_id), 'reservation', public.own_reservation(w.id)) as jsonb_build_object from public.waitlist_entries w where ((w.id = mail_content.p_person) and (not w.suspected_spam))) when 'waitlist-new-address'::text then (select jsonb_build_object('change', c.id, 'email', c.email, 'event', public.told_of_event(w.event_id)) as jsonb_build_object from (public.waitlist_address_changes c join public.waitlist_entries w on ((w.id = c.entry_id))) where ((c.id = mail_content.p_person) and (c.confirmed_at is null) and (c.asked_at > (now() - '24:00:00'::interval)))) when 'waitlist-old-address'::text then (select jsonb_build_object('email', c.previous_email, 'event', public.told_of_event(w.event_id)) as jsonb_build_object from (public.waitlist_address_changes c join public.waitlist_entries w on ((w.id = c.entry_id))) where ((c.id = mail_content.p_person) and (c.confirmed_at is not null))) when 'newsletter-confirm'::text then (select to_jsonb(s.*) as to_jsonb from public.newsletter_subscribers s where ((s.id = mail_content.p_person) and (not s.suspected_spam))) when 'newsletter-address'::text then (select jsonb_build_object('id', c.id, 'email', c.email) as jsonb_build_object from public.newsletter_address_changes c where ((c.id = mail_content.p_person) and (c.confirmed_at is null))) when 'newsletter-address-changed'::text then (select jsonb_build_object('email', c.old_email) as jsonb_build_object from public.newsletter_address_changes c where ((c.id = mail_content.p_person) and (c.confirmed_at is not null))) when 'event-news'::text then public.news_content(p_person, p_occasion) when 'event-news-test'::text then public.news_test_content(p_person, p_occasion) when 'message-receipt'::text then (select jsonb_build_object('email', m.email, 'number', m.number, 'sent', m.created_at) as jsonb_build_object from public.contact_messages m where ((m.id = mail_content.p_person) and (not m.suspected_spam) and (m.status <> 'spam'::text))) when 'message-notice'::text then (select jsonb_build_object('id', m.id, 'number', m.number, 'name', m.name, 'writer', m.email, 'message', m.message, 'sent', m.created_at) as jsonb_build_object from public.contact_messages m where ((m.id = mail_content.p_person) and (not m.suspected_spam) and (m.status <> 'spam'::text))) when 'message-answer'::text then (select jsonb_build_object('email', m.email, 'number', m.number, 'message', m.message, 'sent', m.created_at, 'answer', a.answer) as jsonb_build_object from (public.contact_messages m join public.message_answers a on ((a.message_id = m.id))) where ((m.id = mail_content.p_person) and (a.occasion = mail_content.p_occasion))) when 'key-notice'::text then (select (jsonb_build_object('email', u.email, 'device', (g.changes ->> 'device'::text), 'by', case when (g.actor <> mail_content.p_person) then g.actor_email else null::text end, 'at', g.at) || g.changes) from (public.audit_log g join auth.users u on ((u.id = mail_content.p_person))) where ((g.id = mail_content.p_occasion) and (g.row_id = (mail_content.p_person)::text) and (g.verb = 'access'::text) and (g.at > (now() - '2 days'::interval)))) when 'place-offer'::text then public.place_content(p_purpose, p_person, p_occasion) when 'place-ticket'::text then public.place_content(p_purpose, p_person, p_occasion) when 'place-canceled'::text then public.place_content(p_purpose, p_person, p_occasion) else public.letter_content(p_purpose, p_person, p_occasion) end;

comment on function public.mail_content(text, uuid, integer) is 'What a mail is made of as of now, the address under email; null when nobody is owed it any more.';

revoke all on function public.mail_content(text, uuid, integer) from public;

create or replace function public.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  case p_purpose
    when 'waitlist-receipt', 'event-news', 'place-offer', 'place-ticket', 'place-canceled' then
      insert into public.waitlist_links (token_digest, entry_id, generation)
        select p_token_digest, w.id, w.link_generation from public.waitlist_entries w where w.id = p_person
        on conflict do nothing;
      delete from public.waitlist_links l
        using public.waitlist_entries w
        where w.id = p_person and l.entry_id = w.id and l.generation < w.link_generation;
    when 'waitlist-new-address' then
      update public.waitlist_address_changes c set token_digest = p_token_digest where c.id = p_person;
    when 'newsletter-confirm' then
      insert into public.newsletter_links (token_digest, subscriber_id) values (p_token_digest, p_person) on conflict do nothing;
    when 'newsletter-address' then
      update public.newsletter_address_changes c set token_digest = p_token_digest where c.id = p_person;
    when 'admin-invitation' then
      update public.admin_invitations i set token_digest = p_token_digest where i.id = p_person;
    when 'password-link' then
      update public.password_links l set token_digest = p_token_digest where l.user_id = p_person;
    when 'admin-new-address' then
      update public.admin_address_changes c set token_digest = p_token_digest where c.id = p_person;
  end case;
end;
$function$;

comment on function public.keep_mail_link(text, uuid, text) is 'Makes the link in a mail valid, by the digest of its token; that to a place ends those of an earlier generation.';

revoke all on function public.keep_mail_link(text, uuid, text) from public;

create or replace function public.is_editors_mail(p_purpose text)
 returns boolean
 language sql
 immutable
 set search_path to ''
return (p_purpose ~ '^(waitlist|event|message|place)-'::text);

comment on function public.is_editors_mail(text) is 'Whether editors see mails of a purpose: those about events and messages, not those to subscribers and about keys.';

revoke all on function public.is_editors_mail(text) from public;
