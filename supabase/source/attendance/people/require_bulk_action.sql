-- Returns a bulk action, locked with its event, for an admin; a row of nulls when there is none.
create function private.require_bulk_action(p_id uuid) returns private.bulk_actions
language plpgsql
as $$
declare
  action private.bulk_actions;
begin
  perform private.require_admin();
  select a.* into action from private.bulk_actions a where a.id = p_id for update;
  -- An entry leaves suspected spam before the lines are locked, in the same order as a person who joins.
  if action.verb <> 'clear' then
    perform private.lock_lines(action.event_id);
  end if;
  return action;
end;
$$;
