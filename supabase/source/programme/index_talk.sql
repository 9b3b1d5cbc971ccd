-- Rebuilds the search entry of a talk: title, speakers and abstract, if it is announced and the program is published.
create function private.index_talk(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that publishes the program at the same time waits, and then finds this talk.
  perform from public.talks t join public.events e on e.id = t.event_id where t.id = p_id for no key update of e;
  delete from private.search_items i where i.kind = 'talk' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, details, shown_at, ahead_until)
    select 'talk', t.id, t.title, names.list,
      private.sentences_of(concat_ws(chr(10), nullif(names.list, ''), private.text_of_markdown(t.abstract))),
      e.key,
      jsonb_build_object(
        'number', t.number, 'kind', t.kind, 'status', t.status, 'event', e.title, 'starts_at', t.starts_at,
        'ends_at', t.ends_at
      ),
      t.starts_at,
      case
        when 'cancelled' in (t.status, e.status) then '-infinity'
        else coalesce(t.ends_at, private.ahead_until(e))
      end
    from public.talks t
    join public.events e on e.id = t.event_id and e.is_listed
    join public.programmes p on p.id = e.id and p.published_at is not null
    cross join lateral (
      select coalesce(string_agg(concat_ws(', ', s.name, s.organization), '; ' order by ts.position), '') as list
      from public.talk_speakers ts
      join public.speakers s on s.id = ts.speaker_id
      where ts.talk_id = t.id
    ) names
    where t.id = p_id and t.is_announced;
end;
$$;
