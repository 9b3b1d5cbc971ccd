-- Addresses the next email in an admin's own words to these people of an event; words that were begun stay. Returns
-- false if none of them is there.
create function public.address_checked(p_event uuid, p_people uuid[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft integer;
begin
  perform private.require_admin();
  if not exists (select from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people)) then
    return false;
  end if;
  insert into public.campaigns as t (event_id, kind, audience) values (p_event, 'own-words', 'checked')
    on conflict (event_id, kind) where started_at is null do update set audience = excluded.audience
    returning t.id into draft;
  delete from private.campaign_people c where c.campaign_id = draft;
  insert into private.campaign_people (campaign_id, entry_id)
    select draft, w.id from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people);
  return true;
end;
$$;

-- for admins: writes whom the next email in their own words goes to
grant execute on function public.address_checked to authenticated;
