-- Returns a page of the visible resources that the reader likes, latest like first, with their total number. The reader
-- is the signed-in account, or otherwise the visitor's cookie. A page has 24, or p_size, at most 1,000.
create function public.liked_resources(
  p_visitor_key text default null,
  p_page integer default 1,
  p_size integer default 24
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  reader constant uuid := auth.uid();
  page_size constant integer := least(greatest(coalesce(p_size, 24), 1), 1000);
  liked uuid[];
  total integer;
  page integer;
begin
  liked := array(
    select r.id
    from public.resource_likes l
    join public.education_resources r on r.id = l.resource_id
    join public.education_tabs t on t.tab_key = r.tab_key
    where (l.user_id = reader or reader is null and l.visitor_key = p_visitor_key)
      and r.is_published and r.deleted_at is null and t.is_active
    order by l.created_at desc, l.id desc
  );
  total := cardinality(liked);
  page := least(greatest(coalesce(p_page, 1), 1), greatest(1, (total + page_size - 1) / page_size));
  return jsonb_build_object(
    'total', total,
    'page', page,
    'pages', greatest(1, (total + page_size - 1) / page_size),
    'resources', private.resource_cards(liked[(page - 1) * page_size + 1:page * page_size], liked)
  );
end;
$$;

-- for members: reads what visitors see of the library
grant execute on function public.liked_resources to anon, authenticated;
