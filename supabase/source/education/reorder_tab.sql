-- Moves a tab to a position (1 for the first), and numbers all tabs from 1. p_from is the position at which the admin
-- saw it. Returns placed (also when it is already there), changed when it is neither there nor at p_from, or not-found.
create function public.reorder_tab(
  p_id uuid,
  p_position integer,
  p_from integer default null
) returns public.reorder_tab_outcome
language plpgsql
as $$
declare
  ids uuid[];
  new_rank integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  perform from public.education_tabs t where t.id = p_id for update;
  if not found then
    return 'not-found';
  end if;

  ids := array(select t.id from public.education_tabs t order by t.display_order, t.label, t.id);
  if array_position(ids, p_id) not in (p_from, least(p_position, cardinality(ids))) then
    return 'changed';
  end if;

  perform set_config('place.moved', p_id::text, true);
  ids := array_remove(ids, p_id);
  new_rank := least(greatest(coalesce(p_position, 1), 1), cardinality(ids) + 1);
  update public.education_tabs t
    set display_order = p.place
    from unnest(ids[:new_rank - 1] || p_id || ids[new_rank:]) with ordinality p (id, place)
    where t.id = p.id and t.display_order <> p.place;
  perform set_config('place.moved', '', true);
  return 'placed';
end;
$$;

-- for members: writes the order of tabs
grant execute on function public.reorder_tab to authenticated;
