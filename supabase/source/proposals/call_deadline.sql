-- Returns until when a visible event accepts talk proposals; null if it does not.
create function private.call_deadline(p_event uuid) returns timestamptz
language sql
stable
return (select c.deadline from private.talk_calls c where c.event_id = p_event and private.call_is_open(p_event));
