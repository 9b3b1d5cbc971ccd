-- Deletes a tab that is still as it was at p_version (updated_at), after moving its resources to the end of the tab
-- p_move_to, if given. Returns deleted, not-empty (deleted resources count too, since their deletion can be undone),
-- changed, no-target or not-found.
create function public.delete_tab(
  p_id uuid,
  p_version timestamptz,
  p_move_to text default null
) returns public.delete_tab_outcome
language plpgsql
as $$
declare
  tab public.education_tabs;
  last_spot integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  select t.* into tab from public.education_tabs t where t.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if tab.updated_at is distinct from p_version then
    return 'changed';
  end if;

  if p_move_to is not null then
    perform from public.education_tabs t where t.tab_key = p_move_to and t.id <> p_id for update;
    if not found then
      return 'no-target';
    end if;
    select coalesce(max(r.display_order), 0) into last_spot
      from public.education_resources r
      where r.tab_key = p_move_to;
    update public.education_resources r
      set tab_key = p_move_to, display_order = last_spot + behind.place
      from (
        select m.id, row_number() over (order by m.display_order, m.title, m.id) as place
        from public.education_resources m
        where m.tab_key = tab.tab_key
      ) behind
      where r.id = behind.id;
  end if;

  delete from public.education_tabs t where t.id = p_id;
  return 'deleted';
exception
  when foreign_key_violation then
    return 'not-empty';
end;
$$;

-- for members: writes the deletion of a tab, and where its resources go
grant execute on function public.delete_tab to authenticated;
