-- Schedules the link of a resource to be checked in the next run. Returns false if it has never been checked, in which
-- case it is due anyway.
create function public.check_link_again(p_resource_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.link_checks c set due_at = now() where c.resource_id = p_resource_id and c.checked_at is not null;
  return found;
end;
$$;

-- for admins: writes that a link is to be checked
grant execute on function public.check_link_again to authenticated;
