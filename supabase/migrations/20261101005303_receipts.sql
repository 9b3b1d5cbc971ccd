-- A receipt is owed in the same transaction as the entry, and again to whoever joins again; nothing without p_address_key.
drop function public.join_waitlist(text, text, text, text, boolean, boolean);

create or replace function public.join_waitlist(p_event text, p_name text, p_email text, p_consent_version text, p_suspected_spam boolean, p_forward boolean, p_address_key text default null::text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  event_id uuid;
  is_closed boolean;
  entry_id uuid;
begin
  -- The lock makes an admin who closes the list wait, so that nobody joins a list that was closed before.
  select e.id, e.waitlist_closed or e.status = 'cancelled' into event_id, is_closed
    from public.events e where e.key = p_event and e.is_published for share;
  if not found then
    return 'not-found';
  end if;
  if is_closed then
    return 'closed';
  end if;

  insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam)
    values (event_id, p_name, p_email, p_consent_version, p_suspected_spam)
    on conflict do nothing
    returning id into entry_id;
  if not found then
    if p_address_key is not null and not p_suspected_spam then
      perform public.owe_mail('waitlist-receipt', w.id, p_address_key)
        from public.waitlist_entries w
        join public.events e on e.id = w.event_id
        where e.key = p_event and lower(w.email) = lower(p_email) and not w.suspected_spam;
    end if;
    return 'already-joined';
  end if;

  if p_forward and not p_suspected_spam then
    insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', entry_id);
  end if;
  if p_address_key is not null and not p_suspected_spam then
    perform public.owe_mail('waitlist-receipt', entry_id, p_address_key);
  end if;
  return 'joined';
end;
$function$;

comment on function public.join_waitlist(text, text, text, text, boolean, boolean, text) is 'Stores an entry of a published event and, with p_forward, what the configured endpoint shall get; with p_address_key, the keyed digest of the address, it owes a receipt, to whoever has joined already too. Answers joined, already-joined (the first name stays), closed (the event is canceled, or an admin has closed its waitlist) or not-found.';

revoke all on function public.join_waitlist(text, text, text, text, boolean, boolean, text) from public;
grant execute on function public.join_waitlist(text, text, text, text, boolean, boolean, text) to service_role;
