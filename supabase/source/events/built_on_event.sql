-- Returns what an event has that its own row does not say: people, a part of a program, a call, emails, posts, a join
-- link, named links, passes, or events that depend on it.
create function private.built_on_event(p_event uuid) returns text[]
language sql
stable
as $$
  select array_remove(array[
    case when exists (select from public.waitlist_entries w where w.event_id = p_event) then 'people' end,
    case when exists (select from public.programmes p where p.id = p_event)
      or exists (select from public.rooms r where r.event_id = p_event)
      or exists (select from public.speakers s where s.event_id = p_event)
      or exists (select from public.talks t where t.event_id = p_event or t.workshop_id = p_event) then 'program' end,
    case when exists (select from private.talk_calls c where c.event_id = p_event)
      or exists (select from private.talk_proposals p where p.event_id = p_event) then 'call' end,
    case when exists (select from public.campaigns c where c.event_id = p_event) then 'emails' end,
    case when exists (select from public.channel_posts c where c.event_id = p_event) then 'posts' end,
    case when exists (select from private.join_links j where j.event_id = p_event) then 'join-link' end,
    case when exists (select from public.named_links l where l.event_id = p_event) then 'links' end,
    case when exists (select from public.door_passes d where d.event_id = p_event) then 'passes' end,
    case when exists (select from public.series s where s.template_id = p_event) then 'series' end,
    case when exists (select from public.events o where o.for_people_of = p_event) then 'workshops' end
  ], null);
$$;
