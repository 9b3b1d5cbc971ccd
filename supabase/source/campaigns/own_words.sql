create function public.own_words(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may see who is written to' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'draft', (
      select jsonb_build_object('audience', t.audience, 'subject', t.subject, 'words', t.words, 'version', t.updated_at)
      from public.campaigns t
      where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null
    ),
    'people', (
      select jsonb_object_agg(a.audience, (
        select count(*)
        from public.waitlist_entries w
        where w.event_id = p_event and private.is_addressed(a.audience, w)
      ))
      from unnest(array['everyone', 'spot', 'waiting', 'came', 'did-not-come', 'unanswered']) a (audience)
    ),
    'left_today', private.own_words_left(p_event)
  );
end;
$$;

comment on function public.own_words(uuid) is
  'For admins: returns the draft of an email in their own words about an event (null if there is none), how many'
  ' people each audience has now, and how many more emails of this kind they may send within 24 hours.';

-- for admins: reads their draft, and how many people it would go to
grant execute on function public.own_words(uuid) to authenticated;
