-- News of an event have the link, too: one that is just being made while a link is renewed must not bring back the old one.
create function public.remake_mails(p_person uuid)
 returns void
 language sql
 set search_path = ''
as $function$
  update public.mails m
    set state = 'due', claimed_until = null, attempts = m.attempts + 1
    where m.person = p_person and m.state = 'claimed' and m.sealed is null;
$function$;

comment on function public.remake_mails(uuid) is 'Has the mails made again that are just being made for somebody whose address or link has changed: what comes of the present attempt no longer counts.';

revoke all on function public.remake_mails(uuid) from public;

create or replace function public.end_links_of_old_address()
 returns trigger
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  perform public.remake_mails(new.id);
  delete from public.waitlist_links l where l.entry_id = new.id;
  delete from public.waitlist_address_changes c where c.entry_id = new.id and c.confirmed_at is null;
  new.confirmed_at := null;
  new.link_generation := old.link_generation + 1;
  return new;
end;
$function$;

create or replace function public.renew_place_link(p_token_digest text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  entry_id uuid;
begin
  select w.id into entry_id
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if not public.owe_mail('waitlist-receipt', entry_id, p_address_key) then
    return 'not-now';
  end if;
  update public.waitlist_entries w set link_generation = w.link_generation + 1 where w.id = entry_id;
  perform public.remake_mails(entry_id);
  return 'renewed';
end;
$function$;

create or replace function public.confirm_address_change(p_token_digest text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
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
  perform public.remake_mails(entry.id);
  return 'changed';
end;
$function$;
