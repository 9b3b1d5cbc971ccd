-- Enqueues an email with the link to the status page for a person on the waitlist of a published event, within its
-- budgets; p_sender is what budget_keys takes. Returns asked or not-found (no such event), and never reveals whether
-- the address is on the waitlist; both cases take the same work.
create function public.resend_status_link(
  p_event text,
  p_email text,
  p_address_key text,
  p_sender jsonb default null
) returns public.resend_status_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  list uuid;
  entry_id uuid;
  is_confirmed boolean;
  keys jsonb := private.budget_keys(p_sender, p_address_key);
  -- An address that is not on the waitlist takes the same work, counted where it uses up nothing of the owner's
  -- budgets.
  nobody constant uuid := gen_random_uuid();
  nobodys_key constant text := md5('nobody ' || p_address_key);
begin
  select e.id into list from public.events e where e.address = p_event and e.is_published;
  if not found then
    return 'not-found';
  end if;
  select w.id, w.confirmed_at is not null into entry_id, is_confirmed
    from public.waitlist_entries w
    where w.event_id = list and lower(w.email) = lower(p_email) and not w.suspected_spam;
  -- One a day for each event. A confirmed entry has its own, which other spellings of its mailbox do not use up.
  keys := case
    when is_confirmed then keys || jsonb_build_object('recipient', entry_id)
    when entry_id is null then private.keys_at_event(keys || jsonb_build_object('recipient', nobodys_key), list)
    else private.keys_at_event(keys, list)
  end;
  perform private.enqueue_mail(
    'waitlist-lost-link',
    coalesce(entry_id, nobody),
    case when entry_id is null then nobodys_key else p_address_key end,
    '{lost-link}',
    keys,
    case when is_confirmed then 'known' else 'strangers' end
  );
  delete from public.mails m where m.person = nobody;
  return 'asked';
end;
$$;

grant execute on function public.resend_status_link to service_role;
