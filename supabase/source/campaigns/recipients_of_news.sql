create function private.recipients_of_news(p_kind text, p_event uuid) returns setof uuid
language sql
stable
as $$
  select w.id
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join lateral (
    select t.kind, t.starts_at
    from public.mails m
    join public.campaigns t on t.id = m.occurrence
    where m.purpose = 'event-news'
      and m.person = w.id
      and m.state <> 'dropped'
      -- A refused email may be sent again once the entry has been corrected.
      and not (m.state = 'refused' and w.updated_at > m.settled_at)
      -- Emails about open tickets and reminders also say that the event takes place, and when.
      and (t.kind = p_kind or (p_kind in ('cancelled', 'postponed', 'new-date') and t.kind <> 'recap'))
    order by t.id desc
    limit 1
  ) latest on true
  where e.id = p_event
    and not w.suspected_spam
    and case p_kind
      when 'tickets-open' then w.tickets_notified_at is null and latest.kind is null
      when 'reminder' then latest.starts_at is distinct from e.starts_at and private.concerns(p_kind, e.id, w.id)
      when 'recap' then w.created_at <= e.over_at and latest.starts_at is distinct from e.starts_at and private.concerns(p_kind, e.id, w.id)
      -- People who joined later have already seen the new date.
      when 'new-date' then w.created_at <= e.dated_at
        and (w.notified_at is null or w.notified_at < e.news_at)
        and (coalesce(latest.kind in ('cancelled', 'postponed'), true) or latest.starts_at is distinct from e.starts_at)
      else w.created_at <= e.dated_at
        and (w.notified_at is null or w.notified_at < e.news_at)
        and latest.kind is distinct from p_kind
    end
  order by w.created_at, w.id;
$$;

comment on function private.recipients_of_news(text, uuid) is
  'Returns the entries on the waitlist of an event that have not been notified, first come first. For tickets: once, by hand or by email. For a state or a date: entries that joined before it, whose latest emailed news is different, and who were not notified of it by hand. For a reminder or a recap: once per date, and only those it concerns. Never suspected spam.';
