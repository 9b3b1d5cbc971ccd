-- Returns the first resource, other than p_except, that leads to the same page as p_url: id, title, is_deleted. Null if
-- there is none.
create function public.resource_at(p_url text, p_except uuid default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('id', r.id, 'title', r.title, 'is_deleted', r.deleted_at is not null)
    from public.education_resources r
    where public.address_key(r.url) = public.address_key(p_url) and r.id is distinct from p_except
    order by r.deleted_at is not null, r.created_at, r.id
    limit 1
  );
end;
$$;

-- for admins: reads which resource leads to a page
grant execute on function public.resource_at to authenticated;
