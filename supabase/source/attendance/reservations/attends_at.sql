create function private.attends_at(p_event public.events, p_wanted text) returns text
language sql
immutable
return case when p_event.meets = 'both' then coalesce(p_wanted, 'room') else p_event.meets end;

comment on function private.attends_at(public.events, text) is
  'Where somebody attends an event who has chosen p_wanted: room or online. There is a choice where it meets in both alone.';
