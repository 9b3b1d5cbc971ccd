-- Returns the log entries that an account made or that contain an address.
create function private.log_personal_data(p_address text, p_account uuid) returns jsonb
language plpgsql
stable
as $$
begin
  -- Planned for the given person each time, because some accounts may have made half of the log.
  return (
    select jsonb_build_object(
      'log', coalesce(
        jsonb_agg(jsonb_build_object('at', g.at, 'verb', g.verb, 'table', g.table_name, 'row', g.row_id) order by g.id),
        '[]'
      )
    )
    -- Each branch uses its own index; union removes duplicates.
    from (
      select g.id, g.at, g.verb, g.table_name, g.row_id from public.audit_log g where g.actor = p_account
      union
      select g.id, g.at, g.verb, g.table_name, g.row_id from public.audit_log g where lower(g.actor_email) = p_address
      union
      select g.id, g.at, g.verb, g.table_name, g.row_id
      from public.audit_log g
      where coalesce(g.changes::text ~ '@|%40', false)
        and case
          when strpos(lower(g.changes::text), private.trace_of_address(p_address)) > 0
            then private.without_address(g.changes, private.pattern_of_address(p_address), '') <> g.changes
        end
    ) g
  );
end;
$$;
