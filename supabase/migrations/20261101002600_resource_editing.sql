create function public.address_key(url text) returns text
language sql
immutable
strict
parallel safe
return (
  select address.host || address.path || case when address.query = '' then '' else '?' || address.query end
  from (
    select
      regexp_replace(lower(part[1]), '^www\.|:(80|443)$', '', 'g') as host,
      rtrim(part[2], '/') as path,
      array_to_string(
        array(
          select pair
          from unnest(string_to_array(part[3], '&')) with ordinality as pairs (pair, place)
          where pair <> '' and pair !~* '^utm_'
          order by place
        ),
        '&'
      ) as query
    from regexp_match(url, '^[^:]+://([^/?#]*)([^?#]*)\??([^#]*)') as part
  ) address
);

comment on function public.address_key(text) is
  'What two addresses of one page have in common: without scheme, www, port of the scheme, trailing slash, fragment and utm_ parameters, the host in lower case.';

-- An index is kept with the privileges of whoever writes the row.
revoke all on function public.address_key(text) from public, anon, authenticated, service_role;
grant execute on function public.address_key(text) to authenticated;

create index education_resources_by_address on public.education_resources (public.address_key(url));

-- The forms count what people see, and so does the last check.
alter table public.education_tabs
  drop constraint label_has_1_to_60_characters,
  add constraint label_has_1_to_60_characters check (btrim(label) <> '' and public.visible_length(label) <= 60);

alter table public.education_resources
  drop constraint title_has_1_to_200_characters,
  drop constraint description_has_1_to_1000_characters,
  add constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200),
  add constraint description_has_1_to_1000_characters
    check (btrim(description) <> '' and public.visible_length(description) <= 1000);

create function public.resource_at(p_url text, p_except uuid default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may look for drafts' using errcode = 'insufficient_privilege';
  end if;
  return (
    select jsonb_build_object('id', r.id, 'title', r.title, 'is_deleted', r.deleted_at is not null)
    from public.education_resources r
    where public.address_key(r.url) = public.address_key(p_url) and r.id is distinct from p_except
    order by r.deleted_at is not null, r.created_at, r.id
    limit 1
  );
end;
$$;

comment on function public.resource_at(text, uuid) is
  'The first resource, other than p_except, that leads to the same page as p_url: id, title, is_deleted. Null where there is none.';

create function public.admin_resource(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may see drafts' using errcode = 'insufficient_privilege';
  end if;
  return (
    select to_jsonb(r) || jsonb_build_object(
      'likes_count', coalesce((select c.likes from public.resource_like_counts c where c.resource_id = r.id), 0),
      'twin', public.resource_at(r.url, r.id)
    )
    from public.education_resources r
    where r.id = p_id
  );
end;
$$;

comment on function public.admin_resource(uuid) is
  'A resource for admins, deleted or not, with its likes_count and as twin the other one that leads to the same page. Null where there is none.';

revoke all on function
  public.resource_at(text, uuid),
  public.admin_resource(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.resource_at(text, uuid),
  public.admin_resource(uuid)
  to authenticated;
