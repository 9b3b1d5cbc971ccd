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
  current_rank integer;
  last_rank integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  select r.tab_key into tab from public.education_resources r where r.id = p_id and r.deleted_at is null for update;
  if not found then
    return 'not-found';
  end if;

  select ranked.rank, ranked.last_rank into current_rank, last_rank
    from (
      select r.id, row_number() over (order by r.display_order, r.title, r.id) as rank, count(*) over () as last_rank
      from public.education_resources r
      where r.tab_key = tab and r.deleted_at is null
    ) ranked
    where ranked.id = p_id;
  if current_rank not in (p_from, least(p_position, last_rank)) then
    return 'changed';
  end if;

  perform set_config('place.moved', p_id::text, true);
  with others as (
    select r.id, row_number() over (order by r.display_order, r.title, r.id) as place
    from public.education_resources r
    where r.tab_key = tab and r.deleted_at is null and r.id <> p_id
  ),
  moved as (
    select least(greatest(coalesce(p_position, 1), 1), count(*) + 1) as place from others
  ),
  placed as (
    select o.id, o.place + (o.place >= m.place)::integer as place from others o cross join moved m
    union all
    select p_id, m.place from moved m
  )
  update public.education_resources r
    set display_order = p.place
    from placed p
    where r.id = p.id and r.display_order <> p.place;
  perform set_config('place.moved', '', true);
  return 'placed';
end;
$$;

-- for members: writes the order of resources
grant execute on function public.reorder_resource to authenticated;
