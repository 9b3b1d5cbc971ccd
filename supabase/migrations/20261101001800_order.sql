-- A move changes the place of its neighbours, and whoever edits one of those meanwhile has lost nothing.
drop trigger set_updated_at on public.education_tabs;
create trigger set_updated_at before update on public.education_tabs
  for each row
  when (
    old.display_order = new.display_order
    or (old.tab_key, old.label, old.is_active) is distinct from (new.tab_key, new.label, new.is_active)
  )
  execute function public.set_updated_at();

drop trigger set_updated_at on public.education_resources;
create trigger set_updated_at before update on public.education_resources
  for each row
  when (
    old.display_order = new.display_order
    or (
      old.tab_key, old.title, old.description, old.url, old.icon_name, old.resource_type, old.is_published, old.deleted_at
    ) is distinct from (
      new.tab_key, new.title, new.description, new.url, new.icon_name, new.resource_type, new.is_published, new.deleted_at
    )
  )
  execute function public.set_updated_at();

create function public.place_tab(p_id uuid, p_position integer) returns text
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  perform from public.education_tabs t where t.id = p_id for update;
  if not found then
    return 'not-found';
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

comment on function public.place_tab(uuid, integer) is
  'Makes a tab the first, second and so on, and numbers all of them from 1. Answers placed or not-found.';

create function public.place_resource(p_id uuid, p_position integer) returns text
language plpgsql
set search_path = ''
as $$
declare
  tab text;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  select r.tab_key into tab from public.education_resources r where r.id = p_id and r.deleted_at is null for update;
  if not found then
    return 'not-found';
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

comment on function public.place_resource(uuid, integer) is
  'Makes a resource the first, second and so on of its tab, and numbers those of the tab from 1, deleted ones left out. Answers placed or not-found.';

create function public.delete_tab(p_id uuid, p_version timestamptz, p_move_to text default null) returns text
language plpgsql
set search_path = ''
as $$
declare
  tab public.education_tabs;
  last_place integer;
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
    select coalesce(max(r.display_order), 0) into last_place from public.education_resources r where r.tab_key = p_move_to;
    update public.education_resources r
      set tab_key = p_move_to, display_order = last_place + behind.place
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

comment on function public.delete_tab(uuid, timestamptz, text) is
  'Deletes a tab that is still as it was at p_version (updated_at), its resources moved behind those of the tab p_move_to. Answers deleted, '
  'not-empty (deleted resources, whose deletion can be undone, count too), changed, no-target or not-found.';

revoke all on function
  public.place_tab(uuid, integer),
  public.place_resource(uuid, integer),
  public.delete_tab(uuid, timestamptz, text)
  from public, anon, authenticated, service_role;
grant execute on function
  public.place_tab(uuid, integer),
  public.place_resource(uuid, integer),
  public.delete_tab(uuid, timestamptz, text)
  to authenticated;
