-- Claims up to p_limit links that visitors see and that are due for a check, those never checked first. No other caller
-- gets the same link for p_lease_seconds.
create function public.claim_links(p_limit integer, p_lease_seconds integer) returns table (resource_id uuid, url text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_limit is null
    or p_limit not between 1 and 100
    or p_lease_seconds is null
    or p_lease_seconds not between 1 and 3600
  then
    raise exception 'claim 1 to 100 links for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  return query
    insert into private.link_checks as c (resource_id, url, due_at)
    select r.id, r.url, now() + p_lease_seconds * interval '1 second'
    from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key and t.is_active
    left join private.link_checks k on k.resource_id = r.id and k.url = r.url
    where r.is_published and r.deleted_at is null and (k.due_at is null or k.due_at <= now())
    order by k.due_at nulls first, r.id
    limit p_limit
    on conflict (resource_id) do update
    set url = excluded.url,
      due_at = excluded.due_at,
      state = case when c.url = excluded.url then c.state else 'unknown' end,
      moved_to = case when c.url = excluded.url then c.moved_to end,
      misses = case when c.url = excluded.url then c.misses else 0 end,
      checked_at = case when c.url = excluded.url then c.checked_at end
    where c.url <> excluded.url or c.due_at <= now()
    returning c.resource_id, c.url;
end;
$$;

grant execute on function public.claim_links to service_role;
