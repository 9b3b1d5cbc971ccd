-- Returns for each person of a bulk action whether it would be done now, or why they would be left out. Who came can be
-- recorded from two hours before the start until 28 hours after the end, as by presses that arrive late.
create function private.judge_bulk_action(p_action private.bulk_actions, p_mails boolean)
  returns table (entry_id uuid, verdict text)
language plpgsql
stable
as $$
begin
  return query
    select p.id, case
      when p.suspected_spam and p_action.verb <> 'clear' then 'spam'
      when p_action.verb = 'told' then case
        when not p.is_unnotified then 'notified'
        when e.news_at > p_action.made_at then 'news'
        when exists (
          select from public.mails m
          where m.purpose = 'event-news' and m.person = p.id and m.state in ('due', 'claimed', 'unknown')
        ) then 'on-its-way'
        else 'done'
      end
      when p_action.verb = 'clear' then case
        when not p.suspected_spam then 'not-spam'
        when exists (
          select from public.waitlist_entries other
          where other.event_id = e.id and lower(other.email) = lower(p.email) and not other.suspected_spam
        ) then 'duplicate'
        else 'done'
      end
      when p_action.verb in ('give', 'accept') then coalesce(given.verdict, case
        when p.state = 'placed' then 'has-spot'
        when p.state = 'offered' then 'has-offer'
        when p_action.verb = 'give' then 'not-waiting'
        else 'not-asking'
      end)
      when p_action.verb = 'turn-down' then case p.state when 'asked' then 'done' else 'not-asking' end
      when p.checked_in_at is not null and p.state = 'placed' then 'checked-in'
      when p_action.verb = 'cancel' then
        case when p.state in ('placed', 'offered', 'waiting') then 'done' else 'no-reservation' end
      when p.state is distinct from 'placed' then 'no-spot'
      when p.attends = 'online' then 'online'
      when e.status <> 'scheduled' or e.starts_at is null
        or not (now() >= e.starts_at - interval '2 hours' or private.is_sample_event(e.id))
        or now() >= e.over_at + interval '28 hours' then 'door'
      else 'done'
    end
    from private.bulk_action_people c
    join public.event_people(p_action.event_id) p on p.id = c.entry_id
    join public.events e on e.id = p_action.event_id
    left join private.spots_to_give(p_action, p_mails) given
      on p_action.verb in ('give', 'accept') and given.entry_id = p.id
    where c.action_id = p_action.id;
end;
$$;
