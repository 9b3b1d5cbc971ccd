-- Creates what the new lines of a file are to become, by the rules of its kind. Returns which line became which row.
create function private.make_import(p_import private.imports) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language plpgsql
as $$
begin
  case p_import.kind
    when 'subscribers' then
      return query select * from private.make_imported_subscribers(p_import);
    when 'resources' then
      return query select * from private.make_imported_resources(p_import.id);
    when 'events' then
      return query select * from private.make_imported_events(p_import.id);
    when 'guests' then
      return query select * from private.make_imported_guests(p_import);
  end case;
end;
$$;
