-- For admins: returns the named links of an event or a series, or of the newsletter where both are null, each with the
-- number of people who came by it, and of those whose address is confirmed. It counts the rows as they are now.
create function public.counted_links(p_event uuid default null, p_series uuid default null) returns table (
  id uuid,
  slug text,
  name text,
  sign_ups bigint,
  confirmed bigint
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select l.id, l.slug::text, l.name, count(c.came_by), count(c.confirmed_at)
    from public.named_links l
    left join (
      select w.came_by, w.confirmed_at
      from public.waitlist_entries w
      where w.event_id = p_event and not w.suspected_spam
      union all
      select s.came_by, s.confirmed_at
      from private.series_subscriptions s
      where s.series_id = p_series
      union all
      select n.came_by, n.confirmed_at
      from public.newsletter_subscribers n
      where num_nonnulls(p_event, p_series) = 0 and not n.suspected_spam and n.left_at is null
    ) c on c.came_by = l.slug
    where l.event_id is not distinct from p_event and l.series_id is not distinct from p_series
    group by l.id
    order by l.created_at, l.slug;
end;
$$;

-- for admins: reads how many people came by each named link
grant execute on function public.counted_links to authenticated;
