-- Whether a resource belongs in a list of admin_resources.
create function private.lists_resource(
  p_resource public.education_resources,
  p_tab text,
  p_state text,
  p_words text[]
) returns boolean
language sql
stable
as $$
  select (coalesce(p_tab, '') = '' or p_resource.tab_key = p_tab)
    and case coalesce(p_state, '')
      when 'published' then p_resource.deleted_at is null and p_resource.is_published
      when 'draft' then p_resource.deleted_at is null and not p_resource.is_published
      when 'deleted' then p_resource.deleted_at is not null
      when 'moved' then p_resource.deleted_at is null and (private.checked_link(p_resource)).state = 'moved'
      when 'gone' then p_resource.deleted_at is null and (private.checked_link(p_resource)).state = 'gone'
      when 'unknown' then p_resource.deleted_at is null and (private.checked_link(p_resource)).state = 'unknown'
      else p_resource.deleted_at is null
    end
    and not exists (select from unnest(p_words) as word where strpos(p_resource.search_text, word) = 0);
$$;
