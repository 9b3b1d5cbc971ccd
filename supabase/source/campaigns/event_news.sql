-- For admins: returns the kinds of campaign that are currently true of an event, with the number of people who would
-- get each and the draft; the draft in an admin's own words, null if there is none; the 20 latest campaigns and their
-- progress; the 100 latest emails that failed or are uncertain, with names. Each list is null if it is empty.
create function public.event_news(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'kinds', (
      select jsonb_agg(
        jsonb_build_object(
          'kind', k.kind,
          'queued', (select count(*) from private.recipients_of_news(k.kind, p_event)),
          'words', d.words,
          'is_off', coalesce(d.is_off, false),
          'version', d.updated_at,
          'told', private.told_by_most(k.kind, p_event)
        )
        order by k.place
      )
      from unnest(array['cancelled', 'postponed', 'changed', 'tickets-open', 'recap', 'reminder'])
        with ordinality k (kind, place)
      left join public.campaigns d on d.event_id = p_event and d.kind = k.kind and d.started_at is null
      where private.is_news(k.kind, p_event)
    ),
    'draft', (
      select jsonb_build_object('subject', t.subject)
      from public.campaigns t
      where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null
    ),
    'campaigns', (
      select jsonb_agg(to_jsonb(t) || to_jsonb(c) || jsonb_build_object('by', u.email) order by t.id desc)
      from (
        select t.id, t.kind, t.subject, t.audience, t.starts_at, t.started_at, t.started_by, t.paused_at,
          t.send_at
        from public.campaigns t
        where t.event_id = p_event and t.started_at is not null
        order by t.id desc
        limit 20
      ) t
      left join auth.users u on u.id = t.started_by
      cross join lateral (
        select
          count(*) as people,
          count(*) filter (
            where m.state in ('due', 'claimed') or (m.state = 'unknown' and m.next_attempt_at is not null)
          ) as to_go,
          count(*) filter (where m.state = 'accepted') as accepted,
          count(*) filter (where m.state in ('refused', 'bounced', 'complained')) as failed,
          count(*) filter (where m.state = 'unknown' and m.next_attempt_at is null) as uncertain,
          count(*) filter (where m.state = 'left') as left_uncertain,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'not-true') as not_true,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'told-by-hand') as notified_by_hand,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'spam') as spam
        from public.mails m
        where m.purpose = 'event-news' and m.occurrence = t.id
      ) c
    ),
    'troubles', (
      select jsonb_agg(to_jsonb(trouble) order by trouble.id)
      from (
        select m.id, t.kind, t.subject, w.id as entry, w.name, w.email, m.state, m.last_error
        from public.campaigns t
        join public.mails m on m.purpose = 'event-news' and m.occurrence = t.id
        join public.waitlist_entries w on w.id = m.person
        where t.event_id = p_event
          and (m.state in ('refused', 'bounced', 'complained') or (m.state = 'unknown' and m.next_attempt_at is null))
        order by m.id desc
        limit 100
      ) trouble
    )
  );
end;
$$;

-- for admins: reads who gets which emails about an event, with names
grant execute on function public.event_news to authenticated;
