-- People change the address of their place: a mail to the new one has the link that does it. An address that an admin
-- corrects is nobody's until it is confirmed, and the links that were sent to the one before lead nowhere.
create table public.waitlist_address_changes (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null references public.waitlist_entries (id) on delete cascade,
  email text not null,
  previous_email text,
  token_digest text,
  asked_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  constraint the_previous_one_is_known_when_confirmed check ((confirmed_at is null) = (previous_email is null))
);

comment on table public.waitlist_address_changes is 'Addresses that people on a list want to use instead. Confirmed within 24 hours of asked_at or not at all.';
comment on column public.waitlist_address_changes.email is 'The new address.';
comment on column public.waitlist_address_changes.previous_email is 'The address that the entry had before; its owner is told that it was changed.';
comment on column public.waitlist_address_changes.token_digest is 'SHA-256 of the token that confirms it; it stands in the mail to the new address alone.';

create unique index one_address_change_at_a_time on public.waitlist_address_changes using btree (entry_id) where confirmed_at is null;
create unique index waitlist_address_changes_by_token on public.waitlist_address_changes using btree (token_digest);
create index waitlist_address_changes_of_an_entry on public.waitlist_address_changes using btree (entry_id);
create index waitlist_address_changes_by_time on public.waitlist_address_changes using btree (coalesce(confirmed_at, asked_at));

alter table public.waitlist_address_changes enable row level security;
revoke all on public.waitlist_address_changes from public, anon, authenticated, service_role;

create function public.ask_address_change(p_token_digest text, p_email text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  entry public.waitlist_entries;
  change_id uuid;
begin
  select w.* into entry
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if entry.confirmed_at is null then
    return 'unconfirmed';
  end if;
  if lower(entry.email) = lower(p_email) then
    return 'same';
  end if;
  delete from public.waitlist_address_changes c
    where c.entry_id = entry.id and c.confirmed_at is null and lower(c.email) <> lower(p_email);
  insert into public.waitlist_address_changes as c (entry_id, email) values (entry.id, p_email)
    on conflict (entry_id) where confirmed_at is null do update set asked_at = now()
    returning c.id into change_id;
  perform public.owe_mail('waitlist-new-address', change_id, p_address_key);
  return 'asked';
end;
$function$;

comment on function public.ask_address_change(text, text, text) is 'Keeps a new address for whoever has this link, in the place of one not yet confirmed, and owes a mail to it, counted under its keyed digest. Answers asked (whether or not it is on the list, and whether or not a mail can be owed), same, unconfirmed (the present address has to be confirmed first) or nowhere.';

revoke all on function public.ask_address_change(text, text, text) from public;
grant execute on function public.ask_address_change(text, text, text) to service_role;

create function public.take_back_address_change(p_token_digest text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  delete from public.waitlist_address_changes c
    using public.waitlist_links l
    where l.token_digest = p_token_digest and c.entry_id = l.entry_id and c.confirmed_at is null;
  return found;
end;
$function$;

comment on function public.take_back_address_change(text) is 'Forgets the address that whoever has this link wanted to use instead; the mail to it leads nowhere then. Answers false when there was none.';

revoke all on function public.take_back_address_change(text) from public;
grant execute on function public.take_back_address_change(text) to service_role;

create function public.address_change(p_token_digest text)
 returns jsonb
 language sql
 stable
 security definer
 set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when c.confirmed_at is not null then 'changed'
        when exists (
          select from public.waitlist_entries o
          where o.event_id = w.event_id and lower(o.email) = lower(c.email) and not o.suspected_spam
        ) then 'has-place'
        else 'asked'
      end,
      'email', c.email,
      'event', public.told_of_event(w.event_id)
    )
    from public.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.token_digest = p_token_digest
      and (c.confirmed_at is not null or c.asked_at > now() - interval '24 hours')
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.address_change(text) is 'What the page behind the link in a mail to a new address shows: asked, changed, has-place (this address is on the list by an entry of its own, so that nothing changes) or nowhere.';

revoke all on function public.address_change(text) from public;
grant execute on function public.address_change(text) to service_role;

create function public.confirm_address_change(p_token_digest text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  entry public.waitlist_entries;
  change public.waitlist_address_changes;
begin
  select w.* into entry
    from public.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.token_digest = p_token_digest
    for no key update of w;
  -- Only now it is sure that nobody confirms it or takes it back at the same moment.
  select c.* into change
    from public.waitlist_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
    for update;
  if not found then
    return 'nowhere';
  end if;
  begin
    update public.waitlist_entries w set email = change.email, confirmed_at = now() where w.id = entry.id;
  exception
    when unique_violation then
      return 'has-place';
  end;
  update public.waitlist_address_changes c set confirmed_at = now(), previous_email = entry.email where c.id = change.id;
  insert into public.mails (purpose, person, occasion) values ('waitlist-old-address', change.id, 1);
  if public.owe_mail('waitlist-receipt', entry.id, p_address_key) then
    update public.waitlist_entries w set link_generation = w.link_generation + 1 where w.id = entry.id;
  end if;
  return 'changed';
end;
$function$;

comment on function public.confirm_address_change(text, text) is 'Gives an entry its new address, confirmed and with its place in line. Its owner is owed a receipt with a new link, counted under the keyed digest of the new address, which ends the links before it; the owner of the old address is told. Answers changed, has-place (nothing changes) or nowhere, also for one that is confirmed already.';

revoke all on function public.confirm_address_change(text, text) from public;
grant execute on function public.confirm_address_change(text, text) to service_role;

create function public.end_links_of_old_address()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  -- A mail that is just being made for the old address is made again: what came of this attempt no longer counts.
  update public.mails m
    set state = 'due', claimed_until = null, attempts = m.attempts + 1
    where m.person = new.id and m.state = 'claimed' and m.sealed is null;
  delete from public.waitlist_links l where l.entry_id = new.id;
  delete from public.waitlist_address_changes c where c.entry_id = new.id and c.confirmed_at is null;
  new.confirmed_at := null;
  new.link_generation := old.link_generation + 1;
  return new;
end;
$function$;

comment on function public.end_links_of_old_address() is 'Trigger: an address that was corrected, and not confirmed at the same moment, has to be confirmed anew, and no link that was sent to the old one stays valid.';

revoke all on function public.end_links_of_old_address() from public;

create trigger end_links_of_old_address before update of email on public.waitlist_entries for each row
  when (lower(new.email) <> lower(old.email) and new.confirmed_at is not distinct from old.confirmed_at)
  execute function public.end_links_of_old_address();

create or replace function public.waitlist_place(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path to ''
return coalesce(
  (
    select jsonb_build_object(
      'state', 'waiting',
      'name', w.name,
      'email', w.email,
      'joined_at', w.created_at,
      'consent_version', w.consent_version,
      'confirmed_at', w.confirmed_at,
      'told_at', w.told_at,
      'place', (
        select count(*)
        from public.waitlist_entries o
        where o.event_id = w.event_id
          and not o.suspected_spam
          and o.told_at is null
          and (o.created_at, o.id) <= (w.created_at, w.id)
      ),
      -- Nobody but its owner reads the whole address before it is confirmed.
      'address_change', (
        select jsonb_build_object('email', left(c.email, 1) || '…' || substring(c.email from '@.*$'), 'asked_at', c.asked_at)
        from public.waitlist_address_changes c
        where c.entry_id = w.id and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
      ),
      'forwarded_at', (select o.delivered_at from public.outbox o where o.waitlist_entry_id = w.id),
      'event', public.told_of_event(w.event_id)
    )
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object(
      'state', d.reason,
      'left_at', d.left_at,
      'forwarded_at', d.delivery ->> 'delivered_at',
      'event', public.told_of_event(d.event_id)
    )
    from public.waitlist_departures d
    where d.token_digests @> array[p_token_digest] and d.left_at > now() - interval '24 hours'
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.waitlist_place(text) is 'What the page behind a link shows: the entry with its place among those who have not been told yet and the address it is about to have, masked, or for 24 hours that it was left or erased; or that the link leads nowhere.';
