-- Returns what readers of the newsletter do not know yet: events of the next weeks (and one more day, so that an
-- evening on the same weekday counts), and what is there since the last issue was sent (three months, if none was).
create function public.issue_material(p_weeks integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  since constant timestamptz := coalesce(
    (select max(i.sent_at) from public.newsletter_issues i where i.sent_at <= now()), now() - interval '3 months'
  );
  until constant timestamptz := now() + make_interval(days => 7 * p_weeks + 1);
begin
  perform private.require_admin();
  return jsonb_build_object(
    'since', since,
    'coming', (
      select coalesce(jsonb_agg(private.event_in_issue(e) order by e.starts_at, e.key), '[]')
      from public.events e
      where e.is_listed and e.status = 'scheduled' and e.over_at > now() and e.starts_at < until
    ),
    'took_place', (
      select coalesce(jsonb_agg(private.event_in_issue(e) order by e.starts_at, e.key), '[]')
      from public.events e
      where e.is_listed and e.status = 'scheduled' and e.date_precision in ('exact', 'day')
        and e.over_at > since and e.over_at <= now()
    ),
    'articles', (
      select coalesce(jsonb_agg(private.article_facts(a.id) order by a.published_at, a.slug), '[]')
      from private.published_articles('article') a
      where a.published_at > since
    ),
    'works', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', r.id, 'title', r.title, 'description', r.description, 'url', r.url)
          order by t.display_order, r.display_order, r.id
        ),
        '[]'
      )
      from public.education_resources r
      join public.education_tabs t using (tab_key)
      where r.is_published and r.deleted_at is null and t.is_active and r.created_at > since
    ),
    'calls', (
      select coalesce(
        jsonb_agg(private.event_in_issue(e) || jsonb_build_object('deadline', c.deadline) order by c.deadline, e.key),
        '[]'
      )
      from private.talk_calls c
      join public.events e on e.id = c.event_id
      where e.is_listed and e.status = 'scheduled' and c.deadline > now()
    )
  );
end;
$$;

-- for admins: reads what a new issue of the newsletter can say
grant execute on function public.issue_material to authenticated;
