-- Whether these are at most six valid co-hosts, [{name, url?}]: a name of 1 to 100 characters, and an https link
-- without user info, which could disguise another site.
create function public.are_co_hosts(value jsonb) returns boolean
language sql
immutable
parallel safe
return case
  when jsonb_typeof(value) <> 'array' then false
  else jsonb_array_length(value) <= 6 and not exists (
    select from jsonb_array_elements(value) as one (host)
    where case
      when jsonb_typeof(host) <> 'object' then false
      else
        host - array['name', 'url'] = '{}'
        and jsonb_typeof(host -> 'name') = 'string'
        and btrim(host ->> 'name') <> '' and public.visible_length(host ->> 'name') <= 100
        and (
          not host ? 'url'
          or jsonb_typeof(host -> 'url') = 'string'
          and host ->> 'url' ~ '^https://[^[:space:]]+$' and char_length(host ->> 'url') <= 2048
          and host ->> 'url' !~ '^https://[/\\]*[^/\\?#]*@'
        )
    end is not true
  )
end;

-- for members: reads nothing: only computes
grant execute on function public.are_co_hosts to authenticated;
