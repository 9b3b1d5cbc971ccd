create function private.shard_of(p_like bigint) returns smallint
language sql
immutable
return (p_like % 16)::smallint;

comment on function private.shard_of(bigint) is
  'Which of the 16 counters of its resource and of its day counts a like. A like keeps its id for good, so that what it added is taken from the same row and no counter is ever below 0.';
