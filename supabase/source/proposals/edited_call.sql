-- For admins: returns {call, proposals, total} of an event: a page of 50 of the confirmed proposals, earliest first, or
-- only p_proposal; null if there is no such event, or the caller is not an admin.
create function public.edited_call(p_event uuid, p_page integer default 1, p_proposal uuid default null) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select jsonb_build_object(
    'call', (select to_jsonb(c) - 'event_id' from private.talk_calls c where c.event_id = e.id),
    'proposals', (
      select coalesce(
        jsonb_agg(to_jsonb(p) - array['event_id', 'link_digest', 'confirm_by'] order by p.created_at, p.id), '[]'
      )
      from (
        select p.*
        from private.talk_proposals p
        where p.event_id = e.id and p.confirmed_at is not null and (p_proposal is null or p.id = p_proposal)
        order by p.created_at, p.id
        limit 50
        offset 50 * (least(greatest(coalesce(p_page, 1), 1), 1000) - 1)
      ) p
    ),
    'total', (select count(*) from private.talk_proposals p where p.event_id = e.id and p.confirmed_at is not null)
  )
  from public.events e
  where e.id = p_event and public.is_admin()
);

-- for members: reads the talks that were proposed for an event; nothing for a caller who is not an admin
grant execute on function public.edited_call to authenticated;
