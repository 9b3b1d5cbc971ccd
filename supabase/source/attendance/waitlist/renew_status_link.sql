create function public.renew_status_link(p_token_digest text, p_address_key text, p_sender jsonb default null) returns public.renew_status_link_outcome
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
  if not private.enqueue_mail('waitlist-new-link', entry_id, p_address_key, '{reservation}', private.budget_keys(p_sender, p_address_key)) then
    return 'not-now';
  end if;
  update public.waitlist_entries w set link_generation = w.link_generation + 1 where w.id = entry_id;
  perform private.remake_mails(entry_id);
  return 'renewed';
end;
$$;

comment on function public.renew_status_link(text, text, jsonb) is
  'Enqueues a new link for the holder of this one; earlier links become invalid once the new email is composed. Returns renewed, not-now (no email can be queued at the moment; nothing has changed) or nowhere.';

grant execute on function public.renew_status_link(text, text, jsonb) to service_role;
