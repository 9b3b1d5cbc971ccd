-- Returns {call: {event, deadline, about, is_open}} of a visible event; null if it has no call.
create function public.talk_call(p_key text) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('call', (
  select jsonb_build_object(
    'event', jsonb_build_object('key', e.address, 'title', e.title), 'deadline', c.deadline, 'about', c.about,
    'is_open', private.call_is_open(e.id)
  )
  from private.talk_calls c
  join public.events e on e.id = c.event_id
  where e.address = p_key and e.is_published
));

grant execute on function public.talk_call to anon;
