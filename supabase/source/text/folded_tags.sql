create function public.folded_tags(tags text[]) returns text[]
language sql
immutable
parallel safe
return array(select public.fold(tag) from unnest(tags) with ordinality as each (tag, place) order by place);

comment on function public.folded_tags(text[]) is 'Each tag as fold makes it, so that NFT and nft are one.';

-- for members: reads nothing: computes
grant execute on function public.folded_tags(text[]) to authenticated;
