-- Returns which of the 16 counters of its day counts a row, so that simultaneous submissions do not wait for the same
-- counter. The id of a row never changes.
create function private.shard_of_row(p_id uuid) returns smallint
language sql
immutable
return get_byte(uuid_send(p_id), 15) % 16;
