-- How long a bulk action can be undone.
create function private.bulk_undo_period() returns interval
language sql
immutable
parallel safe
return interval '1 hour';
