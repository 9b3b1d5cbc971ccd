create function public.start_own_words(p_event uuid, p_draft_version timestamptz) returns public.start_own_words_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.campaigns;
begin
  if not public.is_admin() then
    raise exception 'only admins may write to people' using errcode = 'insufficient_privilege';
  end if;
  -- Serializes simultaneous calls; the second one then finds no draft.
  perform from public.events e where e.id = p_event for update;
  select t.* into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null;
  if draft.updated_at is distinct from p_draft_version then
    return 'changed';
  elsif draft.id is null or not private.is_news('own-words', p_event) then
    return 'not-true';
  elsif private.own_words_left(p_event) = 0 then
    return 'too-many';
  end if;
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'event-news', w.id, draft.id, true
    from public.waitlist_entries w
    where w.event_id = p_event and private.is_addressed(draft.audience, w)
    order by w.created_at, w.id;
  if not found then
    return 'nobody';
  end if;
  update public.campaigns t set started_by = auth.uid(), started_at = now() where t.id = draft.id;
  return 'started';
end;
$$;

comment on function public.start_own_words(uuid, timestamptz) is
  'Enqueues the draft that the admin has read (updated_at) to everyone it is addressed to now, one email each.';

-- for admins: writes that an email in their own words is sent
grant execute on function public.start_own_words(uuid, timestamptz) to authenticated;
