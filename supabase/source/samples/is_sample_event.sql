-- Whether an event is a sample that no admin has rewritten.
create function private.is_sample_event(p_event uuid) returns boolean
language sql
stable
return exists (select from private.samples s where s.event_id = p_event);
