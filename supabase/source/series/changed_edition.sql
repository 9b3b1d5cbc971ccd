-- Returns an edition with the changed fields (named as in edition_says) copied from another event; it keeps its day.
create function private.changed_edition(
  p_edition public.events,
  p_from public.events,
  p_changed text[]
) returns public.events
language plpgsql
stable
as $$
declare
  zone constant text := public.site_time_zone();
  changed public.events := jsonb_populate_record(p_edition, (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from jsonb_each(to_jsonb(p_from)) c
    where c.key = any (p_changed) and c.key = any (private.copied_settings())
  ));
begin
  changed.online_limit := case
    when changed.meets = 'both' then coalesce(changed.online_limit, p_from.online_limit, p_edition.online_limit)
  end;
  -- How people sign up is in two columns, which only make sense together.
  if p_changed && array['takes_reservations', 'admission'] then
    changed.takes_reservations := p_from.takes_reservations;
    changed.admission := p_from.admission;
  end if;
  if changed.admission = 'none' then
    changed.ticket_url := null;
  end if;
  if not changed.takes_reservations then
    changed.for_people_of := null;
  elsif changed.for_people_of is not null then
    changed.party_limit := 1;
  end if;
  if changed.admission = 'asked' and (changed.for_people_of is not null or not changed.takes_reservations) then
    changed.admission := 'open';
  end if;
  if changed.takes_reservations then
    -- An event that takes reservations has a limit and no external ticket link.
    changed.attendee_limit := coalesce(changed.attendee_limit, p_from.attendee_limit, p_edition.attendee_limit);
    if 'takes_reservations' = any (p_changed) then
      changed.ticket_url := null;
    end if;
  end if;
  if 'hours' = any (p_changed) and p_edition.date_precision in ('exact', 'day') then
    changed.date_precision := p_from.date_precision;
    changed.starts_at := (
      (p_edition.starts_at at time zone zone)::date + (p_from.starts_at at time zone zone)::time
    ) at time zone zone;
    changed.ends_at := private.moved_along(p_from.ends_at, p_from.starts_at, changed.starts_at);
  end if;
  if 'sign_up_opens_at' = any (p_changed) and changed.starts_at is not null then
    changed.sign_up_opens_at := private.moved_along(p_from.sign_up_opens_at, p_from.starts_at, changed.starts_at);
  end if;
  if 'sign_up_closes_at' = any (p_changed) and changed.starts_at is not null then
    changed.sign_up_closes_at := private.moved_along(p_from.sign_up_closes_at, p_from.starts_at, changed.starts_at);
  end if;
  return changed;
end;
$$;
