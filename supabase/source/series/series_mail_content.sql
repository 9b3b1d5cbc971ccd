-- Implements mail_content for the emails to subscribers of a series; an email about new editions contains those that
-- are still to be announced, and is null when there are none.
create function private.series_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose in ('series-confirm', 'series-editions') then
    return (
      select jsonb_build_object(
        'id', s.id, 'email', s.email, 'confirm_by', s.confirm_by, 'confirmed_at', s.confirmed_at,
        'series', jsonb_build_object('key', g.key, 'name', g.name),
        'editions', news.editions
      )
      from private.series_subscriptions s
      join public.series g on g.id = s.series_id
      cross join lateral (
        select jsonb_agg(private.event_for_visitors(e) - 'is_published' order by e.starts_at, e.id) as editions
        from private.announced_editions a
        join public.events e on e.id = a.event_id
        where p_purpose = 'series-editions'
          and a.series_id = g.id
          and a.announcement = p_occurrence
          and e.series_id = g.id
          and private.is_to_announce(e)
      ) news
      where s.id = p_person
        and (p_purpose = 'series-confirm' or (s.confirmed_at is not null and news.editions is not null))
    );
  end if;
  return null;
end;
$$;
