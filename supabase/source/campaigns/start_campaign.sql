-- Enqueues an email to everyone who has not been notified, with the content that the admin has read: the event at
-- p_event_version, the draft at p_draft_version (updated_at of each; null without a draft). Returns started, nobody,
-- changed or not-true.
create function public.start_campaign(
  p_event uuid,
  p_kind text,
  p_event_version timestamptz,
  p_draft_version timestamptz default null
) returns public.start_campaign_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  draft public.campaigns;
  queued uuid[];
begin
  perform private.require_admin();
  -- Serializes simultaneous calls; the second one then finds everyone notified.
  select e.* into event from public.events e where e.id = p_event for update;
  select t.* into draft from public.campaigns t where t.event_id = p_event and t.kind = p_kind and t.started_at is null;
  if p_kind = 'reminder' or not private.is_news(p_kind, p_event) then
    return 'not-true';
  end if;
  queued := array(select private.recipients_of_news(p_kind, p_event));
  if cardinality(queued) = 0 then
    return 'nobody';
  end if;
  if event.updated_at is distinct from p_event_version or draft.updated_at is distinct from p_draft_version then
    return 'changed';
  end if;
  if draft.id is null then
    insert into public.campaigns (event_id, kind, starts_at, started_by, started_at)
      values (p_event, p_kind, event.starts_at, auth.uid(), now())
      returning * into draft;
  else
    update public.campaigns t
      set starts_at = event.starts_at, started_by = auth.uid(), started_at = now()
      where t.id = draft.id;
  end if;
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'event-news', person, draft.id, true from unnest(queued) person;
  return 'started';
end;
$$;

-- for admins: writes that emails about an event are sent, once to each person who waits for them
grant execute on function public.start_campaign to authenticated;
