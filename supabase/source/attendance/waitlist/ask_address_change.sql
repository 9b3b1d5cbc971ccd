-- Stores a new address for the holder of this link and enqueues an email to it, among those of strangers. The answer is
-- the same whether or not the address is on the waitlist.
create function public.ask_address_change(
  p_token_digest text,
  p_email text,
  p_address_key text,
  p_sender jsonb default null
) returns public.ask_address_change_outcome
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
  if private.spend('{new-address-of-entry}', jsonb_build_object('entry', replace(entry.id::text, '-', ''))) is not null
  then
    return 'too-many';
  end if;
  delete from private.waitlist_address_changes c
    where c.entry_id = entry.id and c.confirmed_at is null and lower(c.email) <> lower(p_email);
  insert into private.waitlist_address_changes as c (entry_id, email) values (entry.id, p_email)
    on conflict (entry_id) where confirmed_at is null do update set asked_at = now()
    returning c.id into change_id;
  perform private.enqueue_mail(
    'waitlist-new-address', change_id, p_address_key, '{}', private.budget_keys(p_sender, p_address_key), 'strangers'
  );
  return 'asked';
end;
$$;

grant execute on function public.ask_address_change to service_role;
