-- Returns how long visitors' keys of likes are kept; the like still counts.
create function private.likes_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    (
      'likeKeys',
      interval '13 months',
      'public.resource_likes',
      't.ip_address is not null and t.created_at <= now() - $1',
      'ip_address = null, visitor_key = null, network_key = null, retired_at = now()'
    );
$$;
