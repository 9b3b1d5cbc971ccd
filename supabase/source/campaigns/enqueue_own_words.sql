-- Enqueues an email in an admin's own words to everyone it is addressed to now. Returns false if that is nobody.
create function private.enqueue_own_words(p_campaign public.campaigns) returns boolean
language plpgsql
as $$
begin
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'event-news', w.id, p_campaign.id, true
    from public.waitlist_entries w
    where w.event_id = p_campaign.event_id and private.is_addressed(p_campaign.audience, p_campaign.id, w)
    order by w.created_at, w.id;
  return found;
end;
$$;
