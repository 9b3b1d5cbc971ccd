-- How long after an edition is published its subscribers are notified.
create function private.announcement_pause() returns interval
language sql
immutable
parallel safe
return interval '10 minutes';
