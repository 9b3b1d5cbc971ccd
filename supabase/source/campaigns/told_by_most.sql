-- Returns what most recipients of a kind of campaign know of what they rely on; null for kinds that are about something
-- else.
create function private.told_by_most(p_kind text, p_event uuid) returns jsonb
language sql
stable
return (
  select w.told
  from private.recipients_of_news(p_kind, p_event) r (id)
  join public.waitlist_entries w on w.id = r.id
  where p_kind in ('cancelled', 'postponed', 'changed')
  group by w.told
  order by count(*) desc, w.told::text
  limit 1
);
