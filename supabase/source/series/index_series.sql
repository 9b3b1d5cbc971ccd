-- Rebuilds the search entry of a series: name and text, if it has a published edition.
create function private.index_series(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that changes another edition at the same time waits, and then sees this one.
  perform from public.series s where s.id = p_id for no key update;
  delete from private.search_items i where i.kind = 'series' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, sentences, leads_to, shown_at, ahead_until)
    select 'series', s.id, s.name, private.sentences_of(private.text_of_markdown(s.about)), s.key,
      max(e.starts_at), max(private.ahead_until(e))
    from public.series s
    join public.events e on e.series_id = s.id and e.is_listed
    where s.id = p_id
    group by s.id;
end;
$$;
