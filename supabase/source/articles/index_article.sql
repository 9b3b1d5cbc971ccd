-- Rebuilds the search entry of an article or guide, visible from its publication on: title, excerpt and text of its
-- published revision.
create function private.index_article(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row lock serializes publishing with functions that store the HTML.
  perform from public.articles a where a.id = p_id for no key update;
  delete from private.search_items i where i.kind in ('article', 'guide') and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, shown_at, visible_from)
    select
      a.kind,
      a.id,
      r.title,
      r.excerpt,
      private.sentences_of(concat_ws(chr(10), r.excerpt, private.text_of_html(r.html))),
      a.slug,
      case
        when a.kind = 'article'
          then private.day_of_article(r.shown_on, a.published_at)::timestamp at time zone public.site_time_zone()
      end,
      a.published_at
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
    where a.id = p_id and a.published_at is not null and a.trashed_at is null;
end;
$$;
