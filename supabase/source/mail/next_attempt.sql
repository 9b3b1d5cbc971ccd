-- Returns when something that has failed p_attempts times is tried again: after 1, 2, 4 minutes and so on up to 6
-- hours, and not before p_wait_seconds, at most 6 hours. Null once 3 days have passed since p_since.
create function private.next_attempt(
  p_attempts integer,
  p_since timestamptz,
  p_wait_seconds integer
) returns timestamptz
language sql
stable
return (
  select case
    when now() < p_since + interval '3 days' then greatest(
      -- The last attempt is made when the three days end, or later if the receiver asks for it.
      least(
        now() + least(interval '1 minute' * 2 ^ least(p_attempts - 1, 20), longest.pause), p_since + interval '3 days'
      ),
      now() + least(greatest(coalesce(p_wait_seconds, 0), 0) * interval '1 second', longest.pause)
    )
  end
  from (select interval '6 hours' as pause) longest
);
