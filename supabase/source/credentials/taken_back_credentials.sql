-- Returns {places}: the indexes, from 0, of the revoked credentials in a list of 131,072; p_list is 1 for the first
-- list. Null for a list that no number has reached.
create function public.taken_back_credentials(p_list integer) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('places', case
  when p_list between 1 and 1 + (select coalesce(max(c.number), 0) / 131072 from public.credentials c) then (
    select coalesce(jsonb_agg(c.number % 131072 order by c.number), '[]')
    from public.credentials c
    where c.taken_back_at is not null and c.number / 131072 = p_list - 1
  )
end);

grant execute on function public.taken_back_credentials to anon;
