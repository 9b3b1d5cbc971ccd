-- Returns how long stored agendas and the addresses of speakers are kept.
create function private.programme_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    (
      'agenda',
      interval '7 days',
      'private.agendas',
      '(
        select e.over_at
        from public.reservations r
        join public.events e on e.id = r.event_id and e.status <> ''postponed''
        where r.id = t.entry_id
      ) <= now() - $1',
      null
    ),
    (
      'speakerContact',
      interval '30 days',
      'private.speaker_contacts',
      '(
        select e.over_at
        from public.speakers s
        join public.events e on e.id = s.event_id and e.status <> ''postponed''
        where s.id = t.speaker_id
      ) <= now() - $1',
      null
    );
$$;
