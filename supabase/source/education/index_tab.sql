-- Rebuilds the search entry of a library tab: its label, if it is active.
create function private.index_tab(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.search_items i where i.kind = 'resource' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, leads_to)
    select 'resource', t.id, t.label, '/education?tab=' || t.tab_key
    from public.education_tabs t
    where t.id = p_id and t.is_active;
end;
$$;
