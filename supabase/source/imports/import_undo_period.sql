-- How long an import can be undone.
create function private.import_undo_period() returns interval
language sql
immutable
parallel safe
return interval '1 hour';
