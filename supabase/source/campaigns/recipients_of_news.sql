-- Returns the entries that a kind of campaign is still owed to, first come first: for what changed, was canceled or
-- postponed, those who know something else, and to whom no email is on its way that says how it is now.
create function private.recipients_of_news(p_kind text, p_event uuid) returns setof uuid
language sql
stable
as $$
  select w.id
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join lateral (
    select t.id, t.starts_at
    from public.mails m
    join public.campaigns t on t.id = m.occurrence
    where m.purpose = 'event-news'
      and m.person = w.id
      and m.state <> 'dropped'
      -- A refused email may be sent again once the entry has been corrected.
      and not (m.state = 'refused' and w.updated_at > m.settled_at)
      and case
        when p_kind in ('tickets-open', 'reminder', 'recap') then t.kind = p_kind
        -- Emails about open tickets and reminders also say where and when the event takes place.
        -- What was accepted is in what the person knows.
        else m.state not in ('accepted', 'left')
          and (t.kind = p_kind or (p_kind = 'changed' and t.kind in ('tickets-open', 'reminder')))
          -- One that is due is made when it leaves; what others said is kept with them.
          and (m.state = 'due' or m.told = e.relied_on)
      end
    order by t.id desc
    limit 1
  ) latest on p_kind in ('tickets-open', 'reminder', 'recap') or private.news_of(w.told, e) = p_kind
  where e.id = p_event
    and not w.suspected_spam
    and not exists (select from public.reservations r where r.id = w.id and public.takes_no_part(r.state))
    and case p_kind
      when 'tickets-open' then w.tickets_notified_at is null and latest.id is null
      when 'reminder' then latest.starts_at is distinct from e.starts_at and private.concerns(p_kind, e.id, w.id)
      when 'recap' then w.created_at <= e.over_at
        and latest.starts_at is distinct from e.starts_at
        and private.concerns(p_kind, e.id, w.id)
      else private.news_of(w.told, e) = p_kind and latest.id is null
    end
  order by w.created_at, w.id;
$$;
