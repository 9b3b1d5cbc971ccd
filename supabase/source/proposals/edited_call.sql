create function public.edited_call(p_event uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select jsonb_build_object(
    'call', (select to_jsonb(c) - 'event_id' from private.talk_calls c where c.event_id = e.id),
    'proposals', (
      select coalesce(jsonb_agg(to_jsonb(p) - array['event_id', 'link_digest', 'confirm_by'] order by p.created_at, p.id), '[]')
      from private.talk_proposals p
      where p.event_id = e.id and p.confirmed_at is not null
    )
  )
  from public.events e
  where e.id = p_event and public.is_admin()
);

comment on function public.edited_call(uuid) is
  'For admins: returns {call, proposals} of an event, only confirmed proposals, earliest first; null if there is no such event, or the caller is not an admin.';

-- for members: reads the talks that were proposed for an event; nothing for a caller who is not an admin
grant execute on function public.edited_call(uuid) to authenticated;
