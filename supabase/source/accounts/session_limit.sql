create function private.session_limit() returns interval
language sql
immutable
parallel safe
return interval '8 hours';

comment on function private.session_limit() is 'How long after it began an admin''s session ends.';
