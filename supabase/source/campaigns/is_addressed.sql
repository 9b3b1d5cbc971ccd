-- Whether an email in an admin's own words to these people goes to an entry: only to a confirmed address that has not
-- asked for no more of them, and whose request is not turned down. Who was checked is kept with the campaign; who has
-- left or was erased has no entry.
create function private.is_addressed(
  p_audience text,
  p_campaign integer,
  entry public.waitlist_entries
) returns boolean
language plpgsql
stable
as $$
begin
  return (
    entry.confirmed_at is not null and not entry.suspected_spam and entry.quiet_at is null
    and not exists (select from public.reservations r where r.id = entry.id and r.state = 'turned-down')
    and case p_audience
      when 'everyone' then not exists (
        select from public.reservations r
        where r.id = entry.id and r.state not in ('placed', 'offered', 'waiting', 'asked')
      )
      when 'unanswered' then exists (
        select from private.questions_of(entry.id) q
        where q.is_required and not exists (
          select from public.entry_answers a where a.entry_id = entry.id and a.question_id = q.id
        )
      )
      when 'checked' then exists (
        select from private.campaign_people c where c.campaign_id = p_campaign and c.entry_id = entry.id
      )
      else exists (
        select from public.reservations r
        join public.events e on e.id = r.event_id
        where r.id = entry.id and case p_audience
          when 'spot' then r.state = 'placed' and r.hold_until is null
          when 'waiting' then r.state in ('offered', 'waiting')
          when 'asked' then r.state = 'asked'
          when 'came' then r.state = 'placed' and r.checked_in_at is not null
          when 'did-not-come' then (
            r.state = 'placed' and r.attends = 'room' and r.checked_in_at is null and e.over_at <= now()
          )
        end
      )
    end
  );
end;
$$;
