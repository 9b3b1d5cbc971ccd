-- Stores what a speaker has sent by their link, from {name, organization, biography, link_url, talks: [{id, title,
-- abstract}]}: only their own texts, and only what differs, until an admin accepts or rejects it. Replaces a waiting
-- correction. Returns waiting; same, if nothing differs (then nothing is waiting); or not-found.
create function public.send_correction(p_token_digest text, p_words jsonb) returns public.send_correction_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  contact private.speaker_contacts;
  words jsonb;
  differing jsonb;
  talks jsonb;
begin
  select c.* into contact
    from private.speaker_contacts c
    where c.link_digest = p_token_digest and private.may_correct(c.speaker_id)
    for no key update;
  if not found then
    return 'not-found';
  end if;
  words := private.speaker_words(contact.speaker_id);
  select coalesce(jsonb_object_agg(typed.key, typed.value), '{}') into differing
    from jsonb_each(p_words) typed
    where typed.key in ('name', 'organization', 'biography', 'link_url')
      and typed.value is distinct from words -> typed.key;
  select jsonb_agg(jsonb_build_object('id', own.talk ->> 'id') || changed.texts order by own.place) into talks
    from jsonb_array_elements(words -> 'talks') with ordinality own (talk, place)
    join jsonb_array_elements(p_words -> 'talks') typed (talk) on typed.talk ->> 'id' = own.talk ->> 'id'
    cross join lateral (
      select jsonb_object_agg(each.key, each.value) as texts
      from jsonb_each(typed.talk) each
      where each.key in ('title', 'abstract') and each.value is distinct from own.talk -> each.key
    ) changed
    where changed.texts is not null;
  if talks is not null then
    differing := differing || jsonb_build_object('talks', talks);
  end if;
  if differing = '{}' then
    -- A speaker who withdraws the waiting correction leaves nothing for an admin to review.
    update private.speaker_contacts c
      set correction = null, sent_at = null
      where c.speaker_id = contact.speaker_id and c.correction is not null;
    return 'same';
  end if;
  update private.speaker_contacts c
    set correction = differing, sent_at = case when c.correction = differing then c.sent_at else clock_timestamp() end,
      settled_at = null, is_taken = null
    where c.speaker_id = contact.speaker_id;
  return 'waiting';
end;
$$;

grant execute on function public.send_correction to service_role;
