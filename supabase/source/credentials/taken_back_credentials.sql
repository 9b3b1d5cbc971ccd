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
  'Places, from 0, of those that were taken back in a list of 131,072 credentials; the first list is 1.';

grant execute on function public.taken_back_credentials(integer) to anon;
