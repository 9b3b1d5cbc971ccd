create function private.shard_of_row(p_id uuid) returns smallint
language sql
immutable
return get_byte(uuid_send(p_id), 15) % 16;

comment on function private.shard_of_row(uuid) is
  'Which of the 16 counters of its day counts a row: people who send forms at once do not wait for each other at one of them. A row keeps its id for good.';
