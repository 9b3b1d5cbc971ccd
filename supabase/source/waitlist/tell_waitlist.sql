create function public.tell_waitlist(p_event uuid, p_told_at timestamptz, p_limit integer default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  told integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may say who was told' using errcode = 'insufficient_privilege';
  end if;
  update public.waitlist_entries w
    set notified_at = p_told_at,
      told_at = case when e.status = 'scheduled' and e.ticket_url is not null then coalesce(w.told_at, p_told_at) else w.told_at end
    from public.events e
    where e.id = w.event_id
      and w.id = any (array(
        select waiting.id
        from public.waitlist_entries waiting
        join public.events e on e.id = waiting.event_id
        where waiting.event_id = p_event
          and public.is_to_notify(e, waiting)
          and not waiting.suspected_spam
          -- Who joined after the addresses were listed has not been told.
          and waiting.created_at <= p_told_at
          and p_told_at <= now()
        order by waiting.created_at
        limit p_limit
      ))
      -- What was written before the latest news does not say it.
      and p_told_at >= coalesce(e.news_at, '-infinity')
      and public.is_to_notify(e, w);
  get diagnostics told = row_count;
  return told;
end;
$$;

comment on function public.tell_waitlist(uuid, timestamptz, integer) is
  'Marks who was to be notified about an event at p_told_at, when their addresses were listed, as notified; suspected spam is left out, and nobody is marked when there is later news. Answers how many: at most p_limit, the first to join, so that many are marked by several calls.';

-- for admins: writes that people of a waitlist were told
grant execute on function public.tell_waitlist(uuid, timestamptz, integer) to authenticated;
