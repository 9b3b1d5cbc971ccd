create function public.taken_back_credentials(p_list integer) returns integer[]
language sql
stable
security definer
set search_path = ''
return array(
  select c.number % 131072
  from public.credentials c
  where c.taken_back_at is not null and c.number / 131072 = p_list - 1
  order by c.number
);

comment on function public.taken_back_credentials(integer) is
  'Returns the indexes, from 0, of the revoked credentials in a list of 131,072; p_list is 1 for the first list.';

grant execute on function public.taken_back_credentials(integer) to anon;
