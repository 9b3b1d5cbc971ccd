-- For admins: notes what is to be done to which people of an event, at most 500, and changes nothing yet. Returns the
-- id of the bulk action, or null if none of them is there.
create function public.stage_bulk_action(p_event uuid, p_verb text, p_people uuid[]) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  action uuid;
begin
  perform private.require_admin();
  if cardinality(p_people) > 500 then
    raise exception 'at most 500 people at once' using errcode = 'invalid_parameter_value';
  end if;
  if not exists (select from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people)) then
    return null;
  end if;
  insert into private.bulk_actions (event_id, verb) values (p_event, p_verb) returning id into action;
  insert into private.bulk_action_people (action_id, entry_id)
    select action, w.id from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people);
  return action;
end;
$$;

-- for admins: writes which people of an event an action is about
grant execute on function public.stage_bulk_action to authenticated;
