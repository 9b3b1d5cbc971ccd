-- Ends all links to an entry, at once, and enqueues a new one for the holder of this one. Returns renewed, unmailed
-- (the address takes no emails), not-now (5 times in 24 hours; nothing has changed) or nowhere.
create function public.renew_status_link(
  p_token_digest text,
  p_address_key text
) returns public.renew_status_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry_id uuid;
begin
  select w.id into entry_id
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if not private.spend_own_press(entry_id) then
    return 'not-now';
  end if;
  perform private.owe_link('waitlist-new-link', entry_id, p_address_key);
  return case when private.is_suppressed(p_address_key, 'waitlist-new-link') then 'unmailed' else 'renewed' end;
end;
$$;

grant execute on function public.renew_status_link to service_role;
