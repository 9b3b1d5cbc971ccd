-- Returns what emails and pages may say of an event, with its address as the key, as all that visitors get.
create function private.event_for_visitors(p_event public.events) returns jsonb
language sql
stable
return to_jsonb(p_event) - array[
    'search_text', 'relied_on', 'visibility', 'link_secret', 'address', 'is_listed', 'tells_undecided'
  ]
  || jsonb_build_object('key', p_event.address);
