-- Returns the result of the last check of a resource's current link; null if it has not been checked.
create function private.checked_link(p_resource public.education_resources) returns private.link_checks
language sql
stable
as $$
  select c from private.link_checks c
  where c.resource_id = p_resource.id and c.url = p_resource.url and c.checked_at is not null;
$$;
