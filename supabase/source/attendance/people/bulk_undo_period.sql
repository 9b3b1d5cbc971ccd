create function private.bulk_undo_period() returns interval
language sql
immutable
parallel safe
return interval '1 hour';

comment on function private.bulk_undo_period() is 'How long a bulk action can be undone.';
