-- Rebuilds the search entry of a resource: title and description, if it is published and in an active tab.
create function private.index_resource(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that hides the tab at the same time waits for this one and then removes this resource from the
  -- search, too.
  perform from public.education_tabs t
    join public.education_resources r on r.tab_key = t.tab_key
    where r.id = p_id
    for share of t;
  delete from private.search_items i where i.kind = 'resource' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to)
    select 'resource', r.id, r.title, r.description, private.sentences_of(r.description), r.url
    from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key
    where r.id = p_id and r.is_published and r.deleted_at is null and t.is_active;
end;
$$;
