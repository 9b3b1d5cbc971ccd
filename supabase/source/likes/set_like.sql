-- Adds (like) or removes (unlike) the like of an account, a visitor's cookie, or an IP address, in this order of
-- preference. Returns liked, unliked, not-found, or too-many: 500 anonymous likes of one resource from one network
-- (p_network_key, else the address) in 24 hours, or 50 by clients without a cookie. The result is durable when it
-- returns.
create function public.set_like(
  p_resource uuid,
  p_intent text,
  p_user_id uuid default null,
  p_visitor_key text default null,
  p_ip_key text default null,
  p_network_key text default null
) returns public.set_like_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Whoever has many addresses has one network.
  network constant text := coalesce(p_network_key, p_ip_key);
  liked record;
begin
  if p_intent is null or p_intent not in ('like', 'unlike') then
    raise exception 'the intent is like or unlike' using errcode = 'invalid_parameter_value';
  end if;
  if p_user_id is null and (p_ip_key is null or p_ip_key !~ '^[0-9a-f]{32}$' or p_visitor_key !~ '^[0-9a-f]{32}$') then
    raise exception 'a visitor is named by keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

  -- The lock keeps the resource from being deleted before the like is written.
  perform from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key
    where r.id = p_resource and r.is_published and r.deleted_at is null and t.is_active
    for key share of r;
  if not found then
    return 'not-found';
  end if;

  if p_intent = 'unlike' then
    delete from public.resource_likes l
      where l.resource_id = p_resource
        and case
          when p_user_id is not null then l.user_id = p_user_id
          when p_visitor_key is not null then l.visitor_key = p_visitor_key
          else l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
        end
      returning
        (l.created_at at time zone public.site_time_zone())::date as day,
        private.shard_of(l.id) as shard into liked;
    update private.daily_totals d
      set total = d.total - 1
      where d.kind = 'like'
        and d.day = liked.day
        and d.shard = liked.shard
        and d.day = (now() at time zone public.site_time_zone())::date
        and d.total > 0;
    return 'unliked';
  end if;

  if p_user_id is not null then
    insert into public.resource_likes (resource_id, user_id) values (p_resource, p_user_id) on conflict do nothing;
    return 'liked';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('like ' || p_resource || ' ' || network, 0));
  perform from public.resource_likes l
    where l.resource_id = p_resource
      and case
        when p_visitor_key is not null then l.visitor_key = p_visitor_key
        else l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
      end;
  if found then
    return 'liked';
  end if;

  if (
    select count(*) >= case when p_visitor_key is null then 50 else 500 end
    from public.resource_likes l
    where l.resource_id = p_resource
      and l.network_key = network
      and l.created_at > now() - interval '24 hours'
      and (p_visitor_key is not null or l.visitor_key is null)
  ) then
    return 'too-many';
  end if;

  insert into public.resource_likes (resource_id, ip_address, visitor_key, network_key)
    values (p_resource, p_ip_key, p_visitor_key, network)
    on conflict do nothing;
  return 'liked';
end;
$$;

grant execute on function public.set_like to service_role;
