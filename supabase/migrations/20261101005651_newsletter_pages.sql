-- Subscribing to our own newsletter: a mail asks to confirm, and leads to a page to confirm, leave, come back, change the
-- address and erase. Without a sender everything stays as it was.
create table public.newsletter_address_changes (
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references public.newsletter_subscribers on delete cascade,
  email text not null constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  old_email text check (char_length(old_email) <= 254),
  token_digest text unique constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  requested_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  constraint old_email_when_confirmed check ((old_email is null) = (confirmed_at is null))
);

comment on table public.newsletter_address_changes is 'Addresses to which subscribers want the newsletter to go instead, for 7 days: so long each can be confirmed by a mail to it.';
comment on column public.newsletter_address_changes.old_email is 'The address before, to which the change is told.';

create index newsletter_address_changes_of_a_subscriber on public.newsletter_address_changes using btree (subscriber_id);
create index newsletter_address_changes_by_time on public.newsletter_address_changes using btree (requested_at);
alter table public.newsletter_address_changes enable row level security;
revoke all on public.newsletter_address_changes from public, anon, authenticated, service_role;

create function public.forget_confirmation()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if lower(new.email) = lower(old.email) then
    return new;
  end if;
  delete from public.newsletter_links l where l.subscriber_id = old.id;
  if new.link_generation = old.link_generation then
    new.link_generation := old.link_generation + 1;
    new.confirmed_at := null;
    new.confirmation_asked_at := null;
  end if;
  return new;
end;
$function$;

comment on function public.forget_confirmation() is 'Trigger: links that went to an address end with it, and an address that an admin has corrected is not confirmed.';

revoke all on function public.forget_confirmation() from public;

create trigger forget_confirmation before update of email on public.newsletter_subscribers for each row execute function public.forget_confirmation();

create function public.is_refused_by_newsletter(p_address_key text)
 returns boolean
 language sql
 stable
 set search_path = ''
return exists (
  select from public.mail_suppressions s
  where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason <> 'erased'
);

comment on function public.is_refused_by_newsletter(text) is 'Whether the newsletter is not sent to an address for good: its owner complained or never asked for it, or it does not exist. Who had it erased may ask for it again.';

revoke all on function public.is_refused_by_newsletter(text) from public;

drop function public.subscribe(text, boolean);

create function public.subscribe(p_email text, p_suspected_spam boolean, p_consent_version text default null, p_page text default null, p_address_key text default null)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  is_new boolean;
  until constant timestamp with time zone := case when p_address_key is not null and not p_suspected_spam then now() + interval '30 days' end;
begin
  insert into public.newsletter_subscribers (email, suspected_spam, requested_at, consent_version, consent_page, confirm_by)
    values (p_email, p_suspected_spam, now(), p_consent_version, p_page, until)
    on conflict do nothing;
  is_new := found;
  if p_address_key is not null and not p_suspected_spam then
    -- What somebody has agreed to and confirmed stays as it was; who has left begins anew.
    update public.newsletter_subscribers s
      set requested_at = now(), consent_version = p_consent_version, consent_page = p_page,
        confirm_by = case when s.confirm_by is not null or s.left_at is not null then until end
      where not is_new and lower(s.email) = lower(p_email) and not s.suspected_spam and (s.confirmed_at is null or s.left_at is not null);
    perform public.owe_mail('newsletter-confirm', s.id, p_address_key)
      from public.newsletter_subscribers s
      where lower(s.email) = lower(p_email) and not s.suspected_spam and not public.is_refused_by_newsletter(p_address_key);
  end if;
  return case when is_new then 'subscribed' else 'already-subscribed' end;
end;
$function$;

comment on function public.subscribe(text, boolean, text, text, text) is 'Stores an address for the newsletter, with the version of the words and the page on which it was asked for. With p_address_key, the keyed digest of the address, it owes the mail that asks to confirm within 30 days; to who is confirmed already, too, because it leads to their page. Answers subscribed or already-subscribed.';

revoke all on function public.subscribe(text, boolean, text, text, text) from public;
grant execute on function public.subscribe(text, boolean, text, text, text) to service_role;

create function public.newsletter_page(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce(
  (
    select (to_jsonb(s) - array['id', 'suspected_spam', 'updated_at', 'search_text', 'link_generation', 'confirmation_asked_at']) || jsonb_build_object(
      'state', case when s.left_at is not null then 'left' when s.confirmed_at is null then 'waiting' else 'subscribed' end,
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('email', c.email, 'requested_at', c.requested_at) order by c.requested_at), '[]')
        from public.newsletter_address_changes c
        where c.subscriber_id = s.id and c.confirmed_at is null
      ),
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('purpose', m.purpose, 'state', m.state, 'created_at', m.created_at) order by m.created_at, m.id), '[]')
        from public.mails m
        where m.person = s.id
      )
    )
    from public.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object('state', 'changing', 'email', c.email)
    from public.newsletter_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.requested_at > now() - interval '7 days'
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.newsletter_page(text) is 'What the page behind a link shows: a subscription (waiting for its confirmation, subscribed, left), an address that waits to take the place of another (changing), or that the link leads nowhere.';

revoke all on function public.newsletter_page(text) from public;
grant execute on function public.newsletter_page(text) to service_role;

create function public.confirm_subscription(p_token_digest text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  subscriber public.newsletter_subscribers;
begin
  select s.* into subscriber
    from public.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
    for update of s;
  if not found or subscriber.left_at is not null then
    return 'nowhere';
  end if;
  if public.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  update public.newsletter_subscribers s
    set confirmed_at = now(), confirm_by = null
    where s.id = subscriber.id and s.confirmed_at is null;
  delete from public.mail_suppressions s where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  return 'confirmed';
end;
$function$;

comment on function public.confirm_subscription(text, text) is 'Confirms the address of whoever has this link, at the first press; lifts what an erasure has noted, and never a complaint. Answers confirmed, refused (the newsletter is not sent there for good) or nowhere.';

revoke all on function public.confirm_subscription(text, text) from public;
grant execute on function public.confirm_subscription(text, text) to service_role;

create function public.leave_newsletter(p_token_digest text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.newsletter_subscribers s
    set left_at = now(), confirm_by = null
    from public.newsletter_links l
    where l.token_digest = p_token_digest and s.id = l.subscriber_id and s.left_at is null;
  return found;
end;
$function$;

comment on function public.leave_newsletter(text) is 'Takes whoever has this link off the newsletter; they can come back for 30 days. Answers false when nothing has changed.';

revoke all on function public.leave_newsletter(text) from public;
grant execute on function public.leave_newsletter(text) to service_role;

create function public.return_to_newsletter(p_token_digest text, p_address_key text, p_consent_version text, p_page text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  subscriber public.newsletter_subscribers;
begin
  select s.* into subscriber
    from public.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
    for update of s;
  if not found then
    return 'nowhere';
  end if;
  if public.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  if subscriber.left_at > now() - interval '24 hours' and subscriber.confirmed_at is not null then
    update public.newsletter_subscribers s set left_at = null, confirm_by = null where s.id = subscriber.id;
  elsif subscriber.left_at is not null then
    update public.newsletter_subscribers s
      set left_at = null, confirm_by = null, confirmed_at = now(), requested_at = now(), consent_version = p_consent_version, consent_page = p_page
      where s.id = subscriber.id;
  end if;
  delete from public.mail_suppressions s where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  return 'back';
end;
$function$;

comment on function public.return_to_newsletter(text, text, text, text) is 'Brings back who has left: within 24 hours as if nothing had been, later by a new consent, which the press of the button gives. Answers back, refused (the newsletter is not sent there for good) or nowhere.';

revoke all on function public.return_to_newsletter(text, text, text, text) from public;
grant execute on function public.return_to_newsletter(text, text, text, text) to service_role;

create function public.erase_subscription(p_token_digest text, p_address_key text, p_is_mine boolean)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  subscriber public.newsletter_subscribers;
begin
  delete from public.newsletter_subscribers s
    using public.newsletter_links l
    where l.token_digest = p_token_digest and s.id = l.subscriber_id
    returning s.* into subscriber;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = subscriber.id and m.next_attempt_at is not null;
  -- Nobody has written to an address that was never confirmed, unless it asked.
  if subscriber.confirmed_at is not null or not p_is_mine then
    insert into public.mail_suppressions (address_key, stream, reason)
      values (p_address_key, 'newsletter', case when p_is_mine then 'erased' else 'not-mine' end)
      on conflict do nothing;
  end if;
  return true;
end;
$function$;

comment on function public.erase_subscription(text, text, boolean) is 'Erases what is kept about whoever has this link, and notes under a keyed digest not to send the newsletter there; without p_is_mine also not to ask for a confirmation again. Answers false when there is nothing.';

revoke all on function public.erase_subscription(text, text, boolean) from public;
grant execute on function public.erase_subscription(text, text, boolean) to service_role;

create function public.change_newsletter_address(p_token_digest text, p_email text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  subscriber public.newsletter_subscribers;
  change uuid;
begin
  select s.* into subscriber
    from public.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest and s.confirmed_at is not null and s.left_at is null
    for update of s;
  if not found then
    return 'nowhere';
  end if;
  if lower(subscriber.email) = lower(p_email) then
    return 'same';
  end if;
  if (select count(*) from public.newsletter_address_changes c where c.subscriber_id = subscriber.id and c.requested_at > now() - interval '24 hours') >= 5 then
    return 'too-many';
  end if;
  -- A form that is sent twice asks once.
  select c.id into change
    from public.newsletter_address_changes c
    where c.subscriber_id = subscriber.id and lower(c.email) = lower(p_email) and c.confirmed_at is null;
  if not found then
    insert into public.newsletter_address_changes (subscriber_id, email) values (subscriber.id, p_email) returning id into change;
  end if;
  if not public.is_refused_by_newsletter(p_address_key) then
    perform public.owe_mail('newsletter-address', change, p_address_key);
  end if;
  return 'asked';
end;
$function$;

comment on function public.change_newsletter_address(text, text, text) is 'Asks by a mail to a new address, whose keyed digest is p_address_key, whether the newsletter shall go there. Answers asked (also where no mail may be sent), same, too-many (5 in 24 hours for one subscriber) or nowhere.';

revoke all on function public.change_newsletter_address(text, text, text) from public;
grant execute on function public.change_newsletter_address(text, text, text) to service_role;

create function public.confirm_newsletter_address(p_token_digest text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  change public.newsletter_address_changes;
begin
  select c.* into change
    from public.newsletter_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.requested_at > now() - interval '7 days'
    for update;
  if not found then
    return 'nowhere';
  end if;
  if public.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  -- Both are the same person's, who has just shown it.
  delete from public.newsletter_subscribers s
    where lower(s.email) = lower(change.email) and not s.suspected_spam and s.id <> change.subscriber_id;
  update public.newsletter_address_changes c
    set confirmed_at = now(), old_email = s.email
    from public.newsletter_subscribers s
    where c.id = change.id and s.id = change.subscriber_id;
  update public.newsletter_subscribers s
    set email = change.email, confirmed_at = now(), link_generation = s.link_generation + 1
    where s.id = change.subscriber_id;
  insert into public.newsletter_links (token_digest, subscriber_id) values (p_token_digest, change.subscriber_id);
  delete from public.mail_suppressions s where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  insert into public.mails (purpose, person, occasion) values ('newsletter-address-changed', change.id, 1);
  return 'changed';
end;
$function$;

comment on function public.confirm_newsletter_address(text, text) is 'Lets the newsletter go to the new address, whose owner has this link, and owes a mail to the old one that says so. Links that went to the old address end. Answers changed, refused (the newsletter is not sent there for good) or nowhere.';

revoke all on function public.confirm_newsletter_address(text, text) from public;
grant execute on function public.confirm_newsletter_address(text, text) to service_role;

create function public.ask_to_confirm()
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  asked integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may ask people to confirm' using errcode = 'insufficient_privilege';
  end if;
  with asking as (
    update public.newsletter_subscribers s
      set confirmation_asked_at = now()
      where not s.suspected_spam and s.confirmed_at is null and s.left_at is null and s.confirm_by is null and s.confirmation_asked_at is null
      returning s.id
  )
  insert into public.mails (purpose, person, occasion)
    select 'newsletter-confirm', a.id, coalesce((select max(m.occasion) from public.mails m where m.purpose = 'newsletter-confirm' and m.person = a.id), 0) + 1
    from asking a;
  get diagnostics asked = row_count;
  return asked;
end;
$function$;

comment on function public.ask_to_confirm() is 'Owes one mail to everybody who has to be asked for a confirmation and never was: addresses that are older than confirmations, that an admin has corrected, or taken out of suspected spam. Answers how many.';

revoke all on function public.ask_to_confirm() from public;
grant execute on function public.ask_to_confirm() to authenticated;

create index newsletter_subscribers_to_confirm on public.newsletter_subscribers using btree (confirm_by) where confirm_by is not null;
create index newsletter_subscribers_who_left on public.newsletter_subscribers using btree (left_at) where left_at is not null;
