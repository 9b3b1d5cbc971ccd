-- Returns one side of the result of import_changes: the fields as they were before (0), or as the line has them (1).
create function private.side_of_changes(p_changes jsonb, p_side integer) returns jsonb
language sql
immutable
parallel safe
as $$
  select jsonb_object_agg(c.key, c.value -> p_side) from jsonb_each(p_changes) c;
$$;
