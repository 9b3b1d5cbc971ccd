-- Moves a resource to a position (1 for the first) in its tab, and numbers the resources of the tab from 1, without
-- deleted ones. p_from is the position at which the admin saw it. Returns placed (also when it is already there),
-- changed when it is neither there nor at p_from, or not-found.
create function public.reorder_resource(
  p_id uuid,
  p_position integer,
  p_from integer default null
) returns public.reorder_resource_outcome
language plpgsql
as $$
declare
  tab text;
  ids uuid[];
  new_rank integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  select r.tab_key into tab from public.education_resources r where r.id = p_id and r.deleted_at is null for update;
  if not found then
    return 'not-found';
  end if;

  ids := array(
    select r.id
    from public.education_resources r
    where r.tab_key = tab and r.deleted_at is null
    order by r.display_order, r.title, r.id
  );
  if array_position(ids, p_id) not in (p_from, least(p_position, cardinality(ids))) then
    return 'changed';
  end if;

  perform set_config('place.moved', p_id::text, true);
  ids := array_remove(ids, p_id);
  new_rank := least(greatest(coalesce(p_position, 1), 1), cardinality(ids) + 1);
  update public.education_resources r
    set display_order = p.place
    from unnest(ids[:new_rank - 1] || p_id || ids[new_rank:]) with ordinality p (id, place)
    where r.id = p.id and r.display_order <> p.place;
  perform set_config('place.moved', '', true);
  return 'placed';
end;
$$;

-- for members: writes the order of resources
grant execute on function public.reorder_resource to authenticated;
