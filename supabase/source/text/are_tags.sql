-- Whether these are at most six valid tags, no two of them equal when folded: 1 to 30 characters, without a comma,
-- which separates tags.
create function public.are_tags(value text[]) returns boolean
language sql
immutable
parallel safe
return cardinality(value) <= 6
  and cardinality(value) = (select count(distinct public.fold(tag)) from unnest(value) as tag)
  and not exists (
    select from unnest(value) as tag
    where (
      tag = btrim(tag)
        and tag <> ''
        and public.visible_length(tag) <= 30
        and tag !~ '[,\u0001-\u001F\u007F-\u009F\u2028\u2029]'
    ) is not true
  );

-- for members: reads nothing: only computes
grant execute on function public.are_tags to authenticated;
