-- Deletes an event that is still as it was at p_version (updated_at) and that nobody waits for; suspected-spam entries
-- are deleted with it. Returns deleted, somebody-waits, has-workshops (other events are for the people of this one),
-- changed or not-found.
create function public.delete_event(p_id uuid, p_version timestamptz) returns public.delete_event_outcome
language plpgsql
as $$
declare
  event public.events;
begin
  -- Functions that change or create editions also lock their series first.
  perform from public.series s
    where s.template_id = p_id or s.id = (select e.series_id from public.events e where e.id = p_id)
    order by s.id
    for no key update;
  select e.* into event from public.events e where e.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if event.updated_at is distinct from p_version then
    return 'changed';
  end if;
  delete from public.events e where e.id = p_id;
  return 'deleted';
exception
  when restrict_violation then
    return 'somebody-waits';
  when foreign_key_violation then
    return 'has-workshops';
end;
$$;

-- for members: writes the deletion of an event that nobody waits for
grant execute on function public.delete_event to authenticated;
