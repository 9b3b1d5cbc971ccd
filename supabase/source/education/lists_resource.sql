-- Whether a resource, with the state of its link, belongs in a list of admin_resources: p_patterns are the words of its
-- search, for LIKE. It has no query of its own, so that PostgreSQL puts it in place of the call.
create function private.lists_resource(
  p_resource public.education_resources,
  p_link public.link_state,
  p_tab text,
  p_state text,
  p_patterns text[]
) returns boolean
language sql
stable
as $$
  select (coalesce(p_tab, '') = '' or p_resource.tab_key = p_tab)
    and case coalesce(p_state, '')
      when 'published' then p_resource.deleted_at is null and p_resource.is_published
      when 'draft' then p_resource.deleted_at is null and not p_resource.is_published
      when 'deleted' then p_resource.deleted_at is not null
      when 'moved' then p_resource.deleted_at is null and p_link = 'moved'
      when 'gone' then p_resource.deleted_at is null and p_link = 'gone'
      when 'unknown' then p_resource.deleted_at is null and p_link = 'unknown'
      else p_resource.deleted_at is null
    end
    and p_resource.search_text like all (p_patterns);
$$;
