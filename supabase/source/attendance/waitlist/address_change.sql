-- Returns what the page behind the link in an email to a new address shows: asked, changed, already-listed (this
-- address has its own entry on the waitlist, so nothing changes) or nowhere.
create function public.address_change(p_token_digest text) returns jsonb
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
        ) then 'already-listed'
        else 'asked'
      end,
      'email', c.email,
      'event', private.event_facts(w.event_id)
    )
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.token_digest = p_token_digest
      and (c.confirmed_at is not null or c.asked_at > now() - interval '24 hours')
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.address_change to service_role;
