-- Returns a page of 20 results that visitors may read and that contain every word of p_query, of one kind (event,
-- series, talk, resource, article, guide, issue) or all: {words, total, page, pages, kinds: {kind: total}, results:
-- [{kind, id, title, leads_to, details, shown_at, sentence}]}. words: the first twelve, as fold_words returns them,
-- without stop words. Matches of whole words come before matches of parts, matches in the title before others, upcoming
-- items before past ones, and then those nearest to now. A page number past the end returns the last page.
create function public.search(p_query text, p_kind text default null, p_page integer default 1) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  page_size constant integer := 20;
  without_meaning constant text[] := '{a,an,and,at,by,for,in,of,on,or,the,to,with}';
  -- More seconds than lie between any two dates, so that a rank in seconds can combine several sort criteria.
  age constant double precision := 1e12;
  seconds_now constant double precision := extract(epoch from now());
  words text[];
  pieces text[];
  whole tsquery;
  whole_title tsquery;
  part tsquery;
  part_title tsquery;
  answer jsonb;
begin
  words := array(
    select w.word
    from (
      select left(each.word, 60) as word, min(each.place) as place
      from unnest(string_to_array(private.fold_words(left(p_query, 200)), ' ')) with ordinality as each (word, place)
      where each.word <> ''
      group by 1
    ) w
    order by w.word = any (without_meaning), w.place
    limit 12
  );
  if not words <@ without_meaning then
    words := array(select word from unnest(words) as word where word <> all (without_meaning));
  end if;
  if cardinality(words) = 0 then
    return jsonb_build_object(
      'words', jsonb '[]', 'total', 0, 'page', 1, 'pages', 1, 'kinds', jsonb '{}', 'results', jsonb '[]'
    );
  end if;

  pieces := array(
    select distinct piece
    from unnest(words) as word, private.pieces_of(word) as piece
    where char_length(piece) > 1 or char_length(word) = 1
  );

  -- A word of one byte is only matched as a whole, a word of two only as a prefix, because they are part of nearly
  -- everything.
  select
      string_agg(quote_literal(word), '&')::tsquery,
      string_agg(quote_literal('=' || word), '&')::tsquery,
      string_agg(
        case octet_length(word)
          when 1 then quote_literal(word)
          when 2 then format('%L:*', word)
          else format('(%L:*|%L:*)', word, '~' || word)
        end,
        '&'
      )::tsquery,
      string_agg(
        case octet_length(word)
          when 1 then quote_literal('=' || word)
          when 2 then format('%L:*', '=' || word)
          else format('(%L:*|%L:*)', '=' || word, '=~' || word)
        end,
        '&'
      )::tsquery
    into whole, whole_title, part, part_title
    from unnest(pieces) as word;

  -- Each item is found once, by the best of four conditions; the rest of the rank adds what the index alone does not
  -- know.
  with found as materialized (
    select i.kind, i.item_id, 0 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2) as rank
      from private.search_items i where i.lexemes @@ whole_title and i.visible_from <= now()
    union all
    select i.kind, i.item_id, 2 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2)
      from private.search_items i where i.lexemes @@ (whole && !!whole_title) and i.visible_from <= now()
    union all
    select i.kind, i.item_id, 4 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2)
      from private.search_items i where i.lexemes @@ (part_title && !!whole) and i.visible_from <= now()
    union all
    select i.kind, i.item_id, 6 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2)
      from private.search_items i where i.lexemes @@ (part && !!(whole || part_title)) and i.visible_from <= now()
  ),
  kinds as (
    select f.kind, count(*)::integer as total from found f group by f.kind
  ),
  counted as (
    select t.total, t.pages, least(greatest(coalesce(p_page, 1), 1), t.pages) as page
    from (
      select
        coalesce(sum(k.total), 0)::integer as total,
        greatest(1, (coalesce(sum(k.total), 0)::integer + page_size - 1) / page_size) as pages
      from kinds k
      where p_kind is null or k.kind = p_kind
    ) t
  ),
  shown as (
    select f.kind, f.item_id, f.rank
    from found f
    where p_kind is null or f.kind = p_kind
    order by f.rank, f.item_id
    limit page_size offset ((select c.page from counted c) - 1) * page_size
  )
  select jsonb_build_object(
      'words', to_jsonb(words),
      'total', c.total,
      'page', c.page,
      'pages', c.pages,
      'kinds', (select coalesce(jsonb_object_agg(k.kind, k.total), '{}') from kinds k),
      'results', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'kind', i.kind, 'id', i.item_id, 'title', i.title, 'leads_to', i.leads_to, 'details', i.details,
              'shown_at', i.shown_at,
              'sentence', left(split_part(i.sentences, chr(10), coalesce(best.line, 1)), 300)
            )
            order by s.rank, i.title collate "C", i.item_id
          ),
          '[]'
        )
        from shown s
        join private.search_items i on i.kind = s.kind and i.item_id = s.item_id
        -- Of the lines where each word is first found (as a whole word, if there is one), the line that contains most
        -- of the words.
        left join lateral (
          select candidate.line
          from (
            select distinct char_length(until.word) - char_length(replace(until.word, chr(10), '')) + 1 as line
            from unnest(words) as word
            cross join lateral (
              select left(
                i.folded,
                coalesce(
                  nullif(strpos(i.folded, ' ' || word || ' '), 0),
                  nullif(strpos(i.folded, ' ' || word), 0),
                  case when octet_length(word) > 2 then strpos(i.folded, word) else 0 end
                )
              ) as word
            ) until
            where until.word <> ''
          ) candidate
          order by
            (
              select count(*)
              from unnest(words) as word
              where strpos(split_part(i.folded, chr(10), candidate.line), word) > 0
            ) desc,
            candidate.line
          limit 1
        ) best on true
      )
    )
    into answer
    from counted c;
  return answer;
end;
$$;

grant execute on function public.search to service_role;
