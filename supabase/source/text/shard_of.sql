-- Returns which of the 16 counters of its resource and of its day counts a like. The id of a like never changes, so it
-- is subtracted from the counter it was added to, and no counter falls below 0.
create function private.shard_of(p_like bigint) returns smallint
language sql
immutable
return (p_like % 16)::smallint;
