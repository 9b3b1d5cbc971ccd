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
  current_rank integer;
  last_rank integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  perform from public.education_tabs t where t.id = p_id for update;
  if not found then
    return 'not-found';
  end if;

  select ranked.rank, ranked.last_rank into current_rank, last_rank
    from (
      select t.id, row_number() over (order by t.display_order, t.label, t.id) as rank, count(*) over () as last_rank
      from public.education_tabs t
    ) ranked
    where ranked.id = p_id;
  if current_rank not in (p_from, least(p_position, last_rank)) then
    return 'changed';
  end if;

  perform set_config('place.moved', p_id::text, true);
  with others as (
    select t.id, row_number() over (order by t.display_order, t.label, t.id) as place
    from public.education_tabs t
    where t.id <> p_id
  ),
  moved as (
    select least(greatest(coalesce(p_position, 1), 1), count(*) + 1) as place from others
  ),
  placed as (
    select o.id, o.place + (o.place >= m.place)::integer as place from others o cross join moved m
    union all
    select p_id, m.place from moved m
  )
  update public.education_tabs t
    set display_order = p.place
    from placed p
    where t.id = p.id and t.display_order <> p.place;
  perform set_config('place.moved', '', true);
  return 'placed';
end;
$$;

-- for members: writes the order of tabs
grant execute on function public.reorder_tab to authenticated;
