create function public.resend_status_link(p_event text, p_email text, p_address_key text, p_sender jsonb default null) returns public.resend_status_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  list uuid;
  entry_id uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  -- Who is on no list costs the same work, counted where it takes nothing from the owner of the address.
  nobody constant uuid := gen_random_uuid();
  nobodys_key constant text := md5('nobody ' || p_address_key);
begin
  select e.id into list from public.events e where e.key = p_event and e.is_published;
  if not found then
    return 'not-found';
  end if;
  if private.next_spend('{stranger}', keys) is not null then
    return 'not-now';
  end if;
  select w.id into entry_id
    from public.waitlist_entries w
    where w.event_id = list and lower(w.email) = lower(p_email) and not w.suspected_spam;
  perform private.enqueue_mail(
    'waitlist-lost-link',
    coalesce(entry_id, nobody),
    case when entry_id is null then nobodys_key else p_address_key end,
    '{lost-link, stranger}',
    keys || case when entry_id is null then jsonb_build_object('recipient', md5('nobody ' || (keys ->> 'recipient'))) else '{}' end
  );
  delete from public.mails m where m.person = nobody;
  return 'asked';
end;
$$;

comment on function public.resend_status_link(text, text, text, jsonb) is
  'Enqueues a mail with the link to their page for whoever is on the waitlist of a published event, within its budgets; p_sender is what budget_keys takes. Answers asked, not-now (too many mails were asked for from this network, or on the site) or not-found (no such event), never whether the address is on its list; both take the same work.';

grant execute on function public.resend_status_link(text, text, text, jsonb) to service_role;
