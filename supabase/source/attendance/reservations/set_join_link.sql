-- For admins: sets the link where people with a spot online meet. If it replaces another link, each of them gets an
-- email with the new one (p_mails: whether emails are sent). Returns saved, replaced, same or not-online.
create function public.set_join_link(p_event uuid, p_url text, p_mails boolean) returns public.set_join_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  before text;
  link private.join_links;
begin
  perform private.require_admin();
  -- Serializes simultaneous calls.
  perform from public.events e where e.id = p_event and e.meets <> 'room' for no key update;
  if not found then
    return 'not-online';
  end if;
  select j.url into before from private.join_links j where j.event_id = p_event;
  if before = p_url then
    return 'same';
  end if;
  insert into private.join_links (event_id, url) values (p_event, p_url)
    on conflict (event_id) do update set url = excluded.url, number = excluded.number, set_at = now()
    returning * into link;
  -- The log records that the link was set, but not the link itself.
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select
      u.id,
      u.email,
      case when before is null then 'insert' else 'update' end,
      'join_links',
      p_event::text,
      '{"columns": ["url"]}'
    from auth.users u
    where u.id = auth.uid();
  if before is null then
    return 'saved';
  end if;
  if p_mails then
    insert into public.mails (purpose, person, occurrence)
      select 'join-link-replaced', r.id, link.number
      from public.reservations r
      where r.event_id = p_event and private.may_join(r)
      order by r.id;
  end if;
  return 'replaced';
end;
$$;

-- for admins: writes the link of an online event, and emails to those who have a spot
grant execute on function public.set_join_link to authenticated;
