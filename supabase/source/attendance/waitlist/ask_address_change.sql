create function public.ask_address_change(p_token_digest text, p_email text, p_address_key text, p_sender jsonb default null) returns public.ask_address_change_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.waitlist_entries;
  change_id uuid;
begin
  select w.* into entry
    from private.waitlist_links l
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
  delete from private.waitlist_address_changes c
    where c.entry_id = entry.id and c.confirmed_at is null and lower(c.email) <> lower(p_email);
  insert into private.waitlist_address_changes as c (entry_id, email) values (entry.id, p_email)
    on conflict (entry_id) where confirmed_at is null do update set asked_at = now()
    returning c.id into change_id;
  perform private.enqueue_mail('waitlist-new-address', change_id, p_address_key, '{reservation, list}', private.budget_keys(p_sender, p_address_key));
  return 'asked';
end;
$$;

comment on function public.ask_address_change(text, text, text, jsonb) is
  'Keeps a new address for whoever has this link, in the place of one not yet confirmed, and enqueues a mail to it, counted under its keyed digest. Answers asked (whether or not it is on the list, and whether or not a mail can be queued), same, unconfirmed (the present address has to be confirmed first) or nowhere.';

grant execute on function public.ask_address_change(text, text, text, jsonb) to service_role;
