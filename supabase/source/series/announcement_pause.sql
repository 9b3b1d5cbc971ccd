create function private.announcement_pause() returns interval
language sql
immutable
parallel safe
return interval '10 minutes';

comment on function private.announcement_pause() is
  'How long after an edition is published its subscribers are notified.';
