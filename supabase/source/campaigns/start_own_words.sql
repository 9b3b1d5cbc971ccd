-- Enqueues the draft that the admin has read (updated_at) to everyone it is addressed to now, one email each; with
-- p_send_at in the future, cron does so then, for everyone it is addressed to at that time.
create function public.start_own_words(
  p_event uuid,
  p_draft_version timestamptz,
  p_send_at timestamptz default null
) returns public.start_own_words_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.campaigns;
begin
  perform private.require_admin();
  -- Serializes simultaneous calls; the second one then finds no draft.
  perform from public.events e where e.id = p_event for update;
  select t.* into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null;
  if draft.id is not null and draft.updated_at is distinct from p_draft_version then
    return 'changed';
  elsif num_nulls(draft.subject, draft.words) > 0 or not private.is_news('own-words', p_event) then
    return 'not-true';
  elsif private.own_words_left(p_event) = 0 then
    return 'too-many';
  end if;
  if p_send_at > now() then
    update public.campaigns t
      set started_by = auth.uid(), started_at = now(), send_at = p_send_at
      where t.id = draft.id;
    return 'scheduled';
  end if;
  if not private.enqueue_own_words(draft) then
    return 'nobody';
  end if;
  update public.campaigns t set started_by = auth.uid(), started_at = now() where t.id = draft.id;
  return 'started';
end;
$$;

-- for admins: writes that an email in their own words is sent
grant execute on function public.start_own_words to authenticated;
