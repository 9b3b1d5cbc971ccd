-- Returns keys (budget_keys) whose mailbox has a budget for each event.
create function private.keys_at_event(p_keys jsonb, p_event uuid) returns jsonb
language sql
immutable
return p_keys || jsonb_build_object('recipient', concat(p_keys ->> 'recipient', '-', left(md5(p_event::text), 7)));
