-- Returns whether spots are given at the moment: open; line (there is no fixed or announced date: people join the
-- waitlist); early; late; next (it is over, and people join for the next edition); closed.
create function private.sign_up(p_event uuid) returns text
language plpgsql
stable
as $$
begin
  return (
    select case
      when e.status = 'cancelled' or main.status = 'cancelled' or e.waitlist_closed or e.admission = 'none'
        then 'closed'
      when e.status = 'postponed' or e.starts_at is null then 'line'
      when e.date_precision not in ('exact', 'day') then 'line'
      when e.over_at <= now() then 'next'
      when not e.is_published then 'line'
      when e.sign_up_opens_at > now() then 'early'
      when least(e.sign_up_closes_at, e.starts_at) <= now() then 'late'
      else 'open'
    end
    from public.events e
    left join public.events main on main.id = e.for_people_of
    where e.id = p_event
  );
end;
$$;
