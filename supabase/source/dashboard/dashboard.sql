-- Returns how much of everything there is, what needs an admin, and which first steps of a new site are done.
create function public.dashboard() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set jit = off
as $$
declare
  sees_all constant boolean := public.is_owner();
  a_week_ago constant timestamptz := now() - interval '7 days';
  -- What is counted in several ways is read once.
  entries record;
  readers record;
  inbox record;
  works record;
begin
  perform private.require_admin();
  select count(*) as count, count(*) filter (where w.created_at > a_week_ago) as of_this_week
    into entries
    from public.waitlist_entries w
    where not w.suspected_spam;
  select count(*) as count, count(s.confirmed_at) as confirmed
    into readers
    from public.newsletter_subscribers s
    where not s.suspected_spam and s.left_at is null;
  select count(*) filter (where m.status <> 'spam') as count, count(*) filter (where m.status = 'new') as unread
    into inbox
    from public.contact_messages m
    where not m.suspected_spam;
  select count(*) as count, count(*) filter (where not r.is_published) as drafts
    into works
    from public.education_resources r
    where r.deleted_at is null;
  return jsonb_build_object(
    'counts', jsonb_build_object(
      'tabs', (select count(*) from public.education_tabs),
      'resources', works.count,
      'events', (select count(*) from public.events),
      'waitlist', entries.count,
      'subscribers', readers.count,
      'confirmed_subscribers', readers.confirmed,
      'messages', inbox.count,
      'likes', (select coalesce(sum(likes), 0) from private.resource_like_counts),
      'owners', (select count(*) from public.admin_users where role = 'owner'),
      'admins', (select count(*) from public.admin_users)
    ),
    'attention', (
      select jsonb_build_object(
        'failing_notices', count(*) filter (where kind = 'notice'),
        'failing_subscriptions', count(*) filter (where kind = 'newsletter')
      )
      from public.outbox
      where delivered_at is null and (failed_at is not null or attempts >= 3)
    ) || jsonb_build_object(
      'new_messages', inbox.unread,
      'spam_entries', (select count(*) from public.waitlist_entries where suspected_spam),
      'spam_subscribers', (select count(*) from public.newsletter_subscribers where suspected_spam),
      'unsettled_posts', (select count(*) from public.channel_posts where state in ('failed', 'uncertain')),
      'new_suggestions', (select count(*) from public.suggestions where not suspected_spam and status = 'new'),
      'spam_suggestions', (select count(*) from public.suggestions where suspected_spam),
      'spam_messages', (select count(*) from public.contact_messages where suspected_spam),
      'draft_resources', works.drafts,
      'gone_links', (
        select count(*)
        from private.link_checks c
        join public.education_resources r on r.id = c.resource_id and r.url = c.url
        where r.deleted_at is null and c.checked_at is not null and c.state = 'gone'
      ),
      'moved_links', (
        select count(*)
        from private.link_checks c
        join public.education_resources r on r.id = c.resource_id and r.url = c.url
        where r.deleted_at is null and c.checked_at is not null and c.state = 'moved'
      ),
      'draft_events', (select count(*) from public.events where not is_published),
      'uncertain_mails', (
        select count(*)
        from public.mails m
        where m.state = 'unknown'
          and m.next_attempt_at is null
          and m.batch_id is null
          and (sees_all or private.is_editors_mail(m.purpose))
      ),
      'stopped_keys', case
        when sees_all then (select count(*) from private.mail_suppressions s where s.stream = 'keys')
        else 0
      end,
      'refused_mails', (
        select count(*) from public.mails m
        where m.state = 'refused'
          and m.last_error is distinct from 'suppressed'
          and m.settled_at > a_week_ago
          and (sees_all or private.is_editors_mail(m.purpose))
      )
    ),
    'failing', (
      select coalesce(jsonb_agg(to_jsonb(troubled) order by troubled.title, troubled.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from public.outbox o
        join public.waitlist_entries w on w.id = o.waitlist_entry_id
        join public.events e on e.id = w.event_id
        where o.delivered_at is null and (o.failed_at is not null or o.attempts >= 3)
        group by e.id
      ) troubled
    ),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(troubled) order by troubled.title, troubled.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from private.failed_offers() t
        join public.events e on e.id = t.event_id
        group by e.id
      ) troubled
    ),
    'corrections', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.title, waiting.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from private.speaker_contacts c
        join public.speakers s on s.id = c.speaker_id
        join public.events e on e.id = s.event_id
        where c.correction is not null
        group by e.id
      ) waiting
    ),
    'proposals', (
      select coalesce(jsonb_agg(to_jsonb(undecided) order by undecided.title, undecided.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from private.talk_proposals p
        join public.events e on e.id = p.event_id
        where p.state = 'new' and p.confirmed_at is not null and coalesce(e.over_at > now(), true)
        group by e.id
      ) undecided
    ),
    'unnotified', (
      select coalesce(jsonb_agg(to_jsonb(owed) order by owed.title, owed.id), '[]')
      from (
        select e.id, e.title, news.kind, queued.count
        from public.events e
        cross join lateral (select case e.status when 'scheduled' then 'changed' else e.status end as kind) news
        -- For most events nobody knows something else, which is quicker to see than whom to tell.
        cross join lateral (
          select w.id
          from public.waitlist_entries w
          where w.event_id = e.id and w.told is distinct from e.relied_on
          limit 1
        ) one
        cross join lateral (select count(*) as count from private.recipients_of_news(news.kind, e.id)) queued
        where e.is_published
          and (e.status = 'postponed' or coalesce(e.over_at > now(), true))
          and private.is_news(news.kind, e.id)
          and queued.count > 0
      ) owed
    ),
    'written', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by sent.last_at desc), '[]')
      from (
        select e.id, e.title, c.subject, max(c.started_at) as last_at
        from public.campaigns c
        join public.events e on e.id = c.event_id
        join public.admin_users a on a.id = c.started_by and a.role = 'editor'
        where sees_all
          and c.kind = 'own-words'
          and c.send_at is null
          and c.started_at > a_week_ago
        group by e.id, c.subject
        order by last_at desc
        limit 10
      ) sent
    ),
    'held', (
      select coalesce(jsonb_agg(to_jsonb(held) order by held.title, held.id, held.subject), '[]')
      from (
        select e.id, e.title, c.subject
        from public.campaigns c
        join public.events e on e.id = c.event_id
        where c.send_at is not null and c.paused_at is not null
      ) held
    ),
    'next', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at nulls last, shown.title), '[]')
      from (
        select
          e.id, e.title, e.is_published, e.starts_at, e.ends_at, e.date_precision, e.over_at, e.time_note, e.status,
          e.takes_reservations, e.meets,
          (
            select coalesce(sum(private.spots_of(e, p.attends)), 0)
            from public.event_spots p
            where p.event_id = e.id and e.meets in (p.attends, 'both')
          ) as spots,
          (select coalesce(sum(p.taken), 0) from public.event_spots p where p.event_id = e.id) as taken,
          (select coalesce(sum(p.waiting), 0) from public.event_spots p where p.event_id = e.id) as waiting,
          people.count as people,
          people.asked,
          people.unnotified
        from public.events e
        cross join lateral (
          select count(*) as count, count(*) filter (where w.is_unnotified and e.is_published) as unnotified,
            count(*) filter (where w.state = 'asked' and w.confirmed_at is not null) as asked
          from public.event_people(e.id) w
          where not w.suspected_spam
        ) people
        where e.id = any (array(
          select ahead.id
          from public.events ahead
          where ahead.status <> 'cancelled' and (ahead.over_at > now() or ahead.starts_at is null)
          order by ahead.starts_at nulls last, ahead.title
          limit 5
        ))
      ) shown
    ),
    'week', jsonb_build_object(
      'people', entries.of_this_week,
      'subscribers', (
        select count(*) from public.newsletter_subscribers s
        where not s.suspected_spam and s.left_at is null and s.created_at > a_week_ago
      ),
      'messages', (
        select count(*) from public.contact_messages m
        where not m.suspected_spam and m.created_at > a_week_ago
      ),
      'suggestions', (
        select count(*) from public.suggestions s
        where not s.suspected_spam and s.created_at > a_week_ago
      ),
      'likes', (select count(*) from public.resource_likes l where l.created_at > a_week_ago)
    ),
    'issue', (
      select jsonb_build_object('id', i.id, 'subject', i.subject, 'progress', public.issue_progress(i.number))
      from public.newsletter_issues i
      where i.sent_at > a_week_ago
      order by i.sent_at desc
      limit 1
    ),
    'own', jsonb_build_object(
      'events', exists (
        select from public.audit_log g
        where g.table_name = 'events'
          and g.actor is not null
          and (g.verb = 'insert'
            or g.verb = 'update' and g.changes - private.settings_of_event() <> '{}')
      ),
      'test_email', coalesce(
        (
          select m.state in ('accepted', 'complained')
          from public.mails m
          where m.purpose = 'test-email'
          order by m.id desc
          limit 1
        ),
        exists (
          select from public.audit_log g
          where g.table_name = 'mails' and g.verb = 'insert' and g.changes ->> 'purpose' = 'test-email'
        )
      ),
      'resources', exists (
        select from public.audit_log g
        where g.table_name = 'education_resources'
          and g.actor is not null
          and (
            g.verb = 'insert'
              or g.verb = 'update'
              and g.changes - array['is_published', 'deleted_at', 'tab_key', 'display_order'] <> '{}'
          )
      )
    )
  );
end;
$$;

-- for admins: reads counts, and what needs an admin
grant execute on function public.dashboard to authenticated;
