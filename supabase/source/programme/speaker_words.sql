-- Returns the current texts that a speaker may correct: {name, organization, biography, link_url, talks: [{id, number,
-- title, abstract}]}.
create function private.speaker_words(p_speaker uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'name', s.name, 'organization', s.organization, 'biography', s.biography, 'link_url', s.link_url,
    'talks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', t.id, 'number', t.number, 'title', t.title, 'abstract', t.abstract)
          order by t.starts_at nulls last, t.number
        ),
        '[]'
      )
      from public.talk_speakers h
      join public.talks t on t.id = h.talk_id
      where h.speaker_id = s.id
    )
  )
  from public.speakers s
  where s.id = p_speaker
);
