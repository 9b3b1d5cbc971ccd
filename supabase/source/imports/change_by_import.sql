-- Applies the values of the changed lines of a file to existing rows that are still as the preview showed them; with
-- p_is_undo, restores the previous values of rows that nobody has touched since. Returns the lines it applied. Never
-- changes subscribers.
create function private.change_by_import(p_import private.imports, p_is_undo boolean) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language plpgsql
as $$
begin
  case p_import.kind
    when 'subscribers' then
      return;
    when 'resources' then
      return query select * from private.change_imported_resources(p_import.id, p_is_undo);
    when 'events' then
      return query select * from private.change_imported_events(p_import.id, p_is_undo);
    when 'guests' then
      return query select * from private.change_imported_guests(p_import.id, p_is_undo);
  end case;
end;
$$;
