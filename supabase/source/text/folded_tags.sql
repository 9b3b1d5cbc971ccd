-- Returns each tag folded, so that NFT and nft are equal.
create function public.folded_tags(tags text[]) returns text[]
language sql
immutable
parallel safe
return array(select public.fold(tag) from unnest(tags) with ordinality as each (tag, place) order by place);

-- for members: reads nothing: only computes
grant execute on function public.folded_tags to authenticated;
