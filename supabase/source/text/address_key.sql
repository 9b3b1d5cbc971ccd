-- Returns a normalized form shared by different URLs of one page: without scheme, www, default port, trailing and
-- doubled slashes, fragment and parameters that only say where a reader comes from (utm_, mc_, fbclid, gclid, ref), and
-- with the host in lower case.
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
      rtrim(regexp_replace(part[2], '/{2,}', '/', 'g'), '/') as path,
      array_to_string(
        array(
          select pair
          from unnest(string_to_array(part[3], '&')) with ordinality as pairs (pair, place)
          where pair <> '' and pair !~* '^(utm_|mc_|(fbclid|gclid|ref)(=|$))'
          order by place
        ),
        '&'
      ) as query
    from regexp_match(url, '^[^:]+://([^/?#]*)([^?#]*)\??([^#]*)') as part
  ) address
);

-- for members: reads nothing: only computes
grant execute on function public.address_key to authenticated;
