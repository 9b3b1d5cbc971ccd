-- Rebuilds the search entry of an event: title, summary, place and text, if everyone may see it, and its recap once it
-- is over.
create function private.index_event(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.search_items i where i.kind = 'event' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, details, shown_at, ahead_until)
    select 'event', e.id, e.title, e.summary,
      private.sentences_of(concat_ws(
        chr(10), e.summary, e.place, private.text_of_markdown(e.about),
        case when e.over_at <= now() and e.status <> 'postponed' then private.text_of_markdown(e.recap) end
      )),
      e.key,
      jsonb_build_object(
        'starts_at', e.starts_at, 'ends_at', e.ends_at, 'date_precision', e.date_precision, 'over_at', e.over_at,
        'time_note', e.time_note, 'status', e.status, 'place', e.place
      ),
      e.starts_at, private.ahead_until(e)
    from public.events e
    where e.id = p_id and e.is_listed;
end;
$$;
