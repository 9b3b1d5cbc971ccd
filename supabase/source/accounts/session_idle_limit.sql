create function private.session_idle_limit() returns interval
language sql
immutable
parallel safe
return interval '30 minutes';

comment on function private.session_idle_limit() is 'How long after its last request an admin''s session ends.';
