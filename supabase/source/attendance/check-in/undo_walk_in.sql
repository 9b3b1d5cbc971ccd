-- Removes counted walk-ins. Returns whether there were any.
create function public.undo_walk_in(p_token_digest text, p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.walk_ins w
    using private.door_pass(p_token_digest) d
    where d.state = 'open' and w.event_id = d.event_id and w.id = p_id;
  return found;
end;
$$;

grant execute on function public.undo_walk_in to service_role;
