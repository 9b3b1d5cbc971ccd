-- Whether somebody with this state of a reservation, or none (null), has no spot, waits for none and does not ask for
-- one anymore: what changes at the event is no news to them.
create function public.takes_no_part(p_state text) returns boolean
language sql
immutable
return coalesce(p_state in ('declined', 'lapsed', 'canceled', 'turned-down'), false);

-- for members: reads whether a given state is that of somebody who takes no part
grant execute on function public.takes_no_part to authenticated;
