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
      -- Whose entry was corrected since may get what was refused.
      and not (m.state = 'refused' and w.updated_at > m.settled_at)
      -- Tickets that are open, and a reminder, say too that it takes place, and when.
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
      -- Who joined later has seen it.
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
  'Entries on the list of an event that have not been told, first come first: nobody twice that tickets are open, by hand or by mail; of a state or a date whoever joined before it, whose latest news is another one, by mail, and who was not notified of it by hand; a reminder or a recap once for a date, and to whom it concerns. Never suspected spam.';
