-- For admins: returns the draft of an email in their own words about an event (null if there is none), how many were
-- checked for it, how many people each audience has now, and how many more emails of this kind they may send within 24
-- hours.
create function public.own_words(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  draft public.campaigns;
begin
  perform private.require_admin();
  select t.* into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null;
  return jsonb_build_object(
    'draft', case when draft.id is not null then jsonb_build_object(
      'audience', draft.audience, 'subject', draft.subject, 'words', draft.words, 'version', draft.updated_at
    ) end,
    'checked', (select count(*) from private.campaign_people c where c.campaign_id = draft.id),
    'people', (
      select jsonb_object_agg(a.audience, (
        select count(*)
        from public.waitlist_entries w
        where w.event_id = p_event and private.is_addressed(a.audience, draft.id, w)
      ))
      from unnest(array[
        'everyone', 'spot', 'waiting', 'asked', 'came', 'did-not-come', 'unanswered', 'checked'
      ]) a (audience)
    ),
    'left_today', private.own_words_left(p_event)
  );
end;
$$;

-- for admins: reads their draft, and how many people it would go to
grant execute on function public.own_words to authenticated;
