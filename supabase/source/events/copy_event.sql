-- Creates a draft of the next edition of the same series, with its sign-up dates moved accordingly. Returns {outcome:
-- copied, id}, key-taken or not-found.
create function public.copy_event(
  p_event uuid,
  p_key text,
  p_starts_at timestamptz,
  p_ends_at timestamptz
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  last public.events;
  next_id uuid;
begin
  perform private.require_admin();
  select e.* into last from public.events e where e.id = p_event for update;
  if not found then
    return jsonb_build_object('outcome', 'not-found');
  end if;
  next_id := private.add_edition(last, private.series_of_event(last), p_key, p_starts_at, p_ends_at, false);
  return jsonb_build_object('outcome', 'copied', 'id', next_id);
exception
  when unique_violation then
    return jsonb_build_object('outcome', 'key-taken');
end;
$$;

-- for admins: writes a draft of an event, and the series of both
grant execute on function public.copy_event to authenticated;
