-- For admins: saves an event that is still as it was at p_version, and applies the same changes to the template and to
-- the later editions that are untouched; of those edited by hand or with people on their waitlists, only to p_chosen.
-- Returns {outcome: saved, changed}, or changes nothing and returns {outcome: asks, editions} if one of these is not
-- among p_asked, or {outcome, title, starts_at} of the edition that stands in the way.
create function public.change_editions(
  p_event uuid,
  p_version timestamptz,
  p_fields jsonb,
  p_asked uuid[],
  p_chosen uuid[]
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.events;
  after public.events;
  template public.events;
  edition public.events;
  changed text[];
  to_ask jsonb;
  count_changed integer := 0;
  violated text;
begin
  perform private.require_admin();
  -- The job that makes editions takes the same lock.
  perform from public.series s join public.events e on e.series_id = s.id where e.id = p_event for no key update of s;
  -- Keeps anyone from signing up for one of them between the question and the change.
  perform from public.events e
    where e.id = p_event
      or e.starts_at > now() and e.series_id = (select this.series_id from public.events this where this.id = p_event)
    order by e.id
    for no key update;
  select e.* into before from public.events e where e.id = p_event;
  if not found then
    return jsonb_build_object('outcome', 'not-found');
  end if;
  after := jsonb_populate_record(before, p_fields);
  if before.updated_at is distinct from p_version then
    return jsonb_build_object('outcome', 'changed');
  end if;
  if before.series_id is null or after.series_id is distinct from before.series_id then
    return jsonb_build_object('outcome', 'other-series');
  end if;
  select t.* into template from private.template_of(before.series_id) t;
  select array_agg(now_.key) into changed
    from jsonb_each(private.edition_says(after)) now_
    where now_.value is distinct from private.edition_says(before) -> now_.key
      and case now_.key
        when 'hours' then 'null' not in (now_.value::text, (private.edition_says(before) -> 'hours')::text)
        -- Sign-up times are absolute: they do not change when only the event moves.
        when 'sign_up_opens_at' then after.sign_up_opens_at is distinct from before.sign_up_opens_at
        when 'sign_up_closes_at' then after.sign_up_closes_at is distinct from before.sign_up_closes_at
        else true
      end;
  changed := coalesce(changed, '{}');

  select jsonb_agg(to_jsonb(l) order by l.starts_at, l.id) into to_ask
    from private.later_editions(before, template) l
    where changed <> '{}' and (l.is_edited or l.people > 0);
  if exists (select from jsonb_array_elements(to_ask) asked where (asked ->> 'id')::uuid <> all (p_asked)) then
    return jsonb_build_object('outcome', 'asks', 'editions', to_ask);
  end if;

  begin
    perform private.write_event(after);
    if template.id is not null then
      update private.series_templates t
        set event = to_jsonb(private.changed_edition(template, after, changed))
        where t.series_id = before.series_id;
    end if;
    for edition in
      select e.*
      from private.later_editions(before, template) l
      join public.events e on e.id = l.id
      where changed <> '{}' and (l.id = any (p_chosen) or not l.is_edited and l.people = 0)
      order by e.id
    loop
      perform private.write_event(private.changed_edition(edition, after, changed));
      count_changed := count_changed + 1;
    end loop;
  exception
    when unique_violation then
      return jsonb_build_object('outcome', 'position-taken');
    when foreign_key_violation then
      get stacked diagnostics violated = constraint_name;
      return jsonb_build_object('outcome', case violated
        when 'a_place_is_taken' then 'place-taken'
        when 'people_ask' then 'people-ask'
        when 'events_for_people_of_fkey' then 'no-main-event'
        when 'events_place_id_fkey' then 'no-place'
        when 'people_are_signed_up' then 'people-signed-up'
        when 'workshops_need_reservations' then 'has-workshops'
        else 'spots-given'
      end, 'title', edition.title, 'starts_at', edition.starts_at);
    when check_violation then
      if edition.id is null then
        raise;
      end if;
      return jsonb_build_object('outcome', 'does-not-fit', 'title', edition.title, 'starts_at', edition.starts_at);
  end;
  return jsonb_build_object('outcome', 'saved', 'changed', count_changed);
end;
$$;

-- for admins: writes an event and the later editions of its series
grant execute on function public.change_editions to authenticated;
