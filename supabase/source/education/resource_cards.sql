-- Returns what the cards of resources show, in the order of p_shown; p_liked are those that the reader likes.
create function private.resource_cards(p_shown uuid[], p_liked uuid[]) returns jsonb
language sql
stable
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', r.id,
        'tab_key', r.tab_key,
        'title', r.title,
        'description', r.description,
        'url', r.url,
        'icon_name', r.icon_name,
        'resource_type', r.resource_type,
        'tags', r.tags,
        'likes_count', (
          select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id
        ),
        'user_has_liked', r.id = any (p_liked),
        'is_gone', coalesce((private.checked_link(r)).state = 'gone', false)
      )
      order by s.place
    ),
    '[]'
  )
  from unnest(p_shown) with ordinality as s (id, place)
  join public.education_resources r on r.id = s.id
$$;
