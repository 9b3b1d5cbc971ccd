-- Returns a resource for admins, deleted or not, with its likes_count, twin (another resource that leads to the same
-- page) and link (the result of the last link check). Null if there is none.
create function public.admin_resource(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select to_jsonb(r) || jsonb_build_object(
      'likes_count', (select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id),
      'twin', public.resource_at(r.url, r.id),
      'link', to_jsonb(private.checked_link(r))
    )
    from public.education_resources r
    where r.id = p_id
  );
end;
$$;

-- for admins: reads a resource
grant execute on function public.admin_resource to authenticated;
