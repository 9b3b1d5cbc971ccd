-- Returns where a person who chose p_wanted attends an event: room or online. The choice counts only if the event meets
-- in both.
create function private.attends_at(p_event public.events, p_wanted text) returns text
language sql
immutable
return case when p_event.meets = 'both' then coalesce(p_wanted, 'room') else p_event.meets end;
