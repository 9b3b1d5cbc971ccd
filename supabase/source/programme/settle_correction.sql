-- For admins: applies the waiting correction of a speaker to the texts, or rejects it. Returns settled; or changed,
-- doing nothing, if the correction or the texts no longer match p_version (correction_version).
create function public.settle_correction(
  p_speaker uuid,
  p_version text,
  p_takes boolean
) returns public.settle_correction_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  correction jsonb;
  speaker public.speakers;
  event uuid;
begin
  perform private.require_admin();
  select s.event_id into event from public.speakers s where s.id = p_speaker;
  perform pg_advisory_xact_lock(hashtextextended('programme ' || event, 0));
  select s.* into speaker from public.speakers s where s.id = p_speaker for no key update;
  select c.correction into correction from private.speaker_contacts c where c.speaker_id = p_speaker for no key update;
  if private.correction_version(p_speaker) is distinct from p_version or correction is null then
    return 'changed';
  end if;
  if p_takes then
    speaker := jsonb_populate_record(speaker, correction - 'talks');
    update public.speakers s
      set
        name = speaker.name, organization = speaker.organization, biography = speaker.biography,
        link_url = speaker.link_url
      where s.id = p_speaker and correction - 'talks' <> '{}';
    update public.talks t
      set title = coalesce(typed ->> 'title', t.title), abstract = coalesce(typed ->> 'abstract', t.abstract)
      from jsonb_array_elements(correction -> 'talks') typed
      where t.id = (typed ->> 'id')::uuid and t.event_id = event;
  end if;
  update private.speaker_contacts c
    set correction = null, settled_at = now(), is_taken = p_takes
    where c.speaker_id = p_speaker;
  return 'settled';
end;
$$;

-- for admins: writes a speaker's corrections
grant execute on function public.settle_correction to authenticated;
