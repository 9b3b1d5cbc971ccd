-- Counts people who came without a reservation, once per id (made with the form). Returns whether it counted them.
create function public.add_walk_in(p_token_digest text, p_id uuid, p_people integer, p_helper text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.walk_ins (id, event_id, people, helper)
    select p_id, d.event_id, p_people, p_helper
    from private.door_pass(p_token_digest) d
    where d.state = 'open'
    on conflict do nothing;
  return found;
end;
$$;

grant execute on function public.add_walk_in to service_role;
