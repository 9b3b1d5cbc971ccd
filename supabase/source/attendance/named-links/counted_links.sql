-- Returns the named links of an event, each with the number of entries that came by it, and of those whose address is
-- confirmed. It counts the rows as they are now.
create function public.counted_links(p_event uuid) returns table (
  id uuid,
  slug text,
  name text,
  sign_ups bigint,
  confirmed bigint
)
language sql
stable
as $$
  select l.id, l.slug, l.name, count(w.id), count(w.confirmed_at)
  from public.named_links l
  left join public.waitlist_entries w on w.event_id = l.event_id and w.came_by = l.slug and not w.suspected_spam
  where l.event_id = p_event
  group by l.id
  order by l.created_at, l.slug;
$$;

-- for members: reads the named links of an event, and counts those people that they may read
grant execute on function public.counted_links to authenticated;
