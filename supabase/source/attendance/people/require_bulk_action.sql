create function private.require_bulk_action(p_id uuid) returns private.bulk_actions
language plpgsql
as $$
declare
  action private.bulk_actions;
begin
  if not public.is_admin() then
    raise exception 'only admins may change who comes' using errcode = 'insufficient_privilege';
  end if;
  select a.* into action from private.bulk_actions a where a.id = p_id for update;
  -- An entry leaves suspected spam before the lines are locked, in the same order as a person who joins.
  if action.verb <> 'clear' then
    perform private.lock_lines(action.event_id);
  end if;
  return action;
end;
$$;

comment on function private.require_bulk_action(uuid) is
  'Returns a bulk action, locked with its event, for an admin; a row of nulls when there is none.';
