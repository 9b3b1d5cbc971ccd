-- Records the result of a link check. A link becomes gone only at the third check in a row, each a day after the one
-- before; until then its state stays the same. All other links are checked again in a week. Returns false, and changes
-- nothing, if the resource has another link by now.
create function public.settle_link(
  p_resource_id uuid,
  p_url text,
  p_seen public.link_state,
  p_moved_to text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.link_checks c
  set misses = case when p_seen = 'gone' then c.misses + 1 else 0 end,
    state = case when p_seen = 'gone' and c.misses < 2 then c.state else p_seen end,
    moved_to = case when p_seen = 'gone' and c.misses < 2 then c.moved_to when p_seen = 'moved' then p_moved_to end,
    checked_at = now(),
    due_at = now() + case when p_seen = 'gone' and c.misses < 2 then interval '1 day' else interval '7 days' end
  where c.resource_id = p_resource_id and c.url = p_url;
  return found;
end;
$$;

grant execute on function public.settle_link to service_role;
