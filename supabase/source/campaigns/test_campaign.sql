-- Enqueues the draft of a campaign to the calling admin only; one at a time. Returns false when the kind of campaign is
-- not true of the event.
create function public.test_campaign(p_event uuid, p_kind text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft integer;
begin
  perform private.require_admin();
  if not private.is_news(p_kind, p_event) then
    return false;
  end if;
  if p_kind <> 'own-words' then
    insert into public.campaigns (event_id, kind) values (p_event, p_kind)
      on conflict (event_id, kind) where started_at is null do nothing;
  end if;
  select t.id into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = p_kind and t.started_at is null
      and (p_kind <> 'own-words' or num_nulls(t.subject, t.words) = 0);
  if draft is null then
    return false;
  end if;
  delete from public.mails m
    where m.purpose = 'event-news-test' and m.person = auth.uid() and m.occurrence = draft
      and m.next_attempt_at is null;
  insert into public.mails (purpose, person, occurrence) values ('event-news-test', auth.uid(), draft)
    on conflict do nothing;
  return true;
end;
$$;

-- for admins: writes an email about an event to the caller, one at a time
grant execute on function public.test_campaign to authenticated;
