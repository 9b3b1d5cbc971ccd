-- Returns everyone who signed up for an event, including suspected spam, with their reservation if it takes any: the
-- one reader of people for lists, pages and files. It is inlined into the calling query, which filters, sorts and
-- counts in one pass with the rights of its caller.
create function public.event_people(p_event uuid) returns table (
  id uuid,
  event_id uuid,
  name text,
  folded_name text,
  email text,
  note text,
  consent_version text,
  suspected_spam boolean,
  confirmed_at timestamptz,
  notified_at timestamptz,
  is_to_notify boolean,
  is_unnotified boolean,
  created_at timestamptz,
  updated_at timestamptz,
  search_text text,
  delivery jsonb,
  is_failing boolean,
  state text,
  party smallint,
  attends text,
  switches_to text,
  line integer,
  "position" bigint,
  hold_until timestamptz,
  offer_ends_at timestamptz,
  to_be_notified boolean,
  arrived smallint,
  checked_in_at timestamptz,
  coming_at timestamptz,
  moves jsonb,
  answers jsonb,
  answers_changed_at timestamptz,
  is_unanswered boolean,
  came_by text,
  decided_at timestamptz,
  words text,
  consent_page text
)
language sql
stable
as $$
  select w.id, w.event_id, w.name, public.fold(w.name) collate "C", w.email, w.note, w.consent_version,
    w.suspected_spam, w.confirmed_at, w.notified_at,
    public.is_to_notify(e, w) and not public.takes_no_part(r.state),
    -- Whoever has or waits for a spot was told by that; only what has changed since is news, until the event is over.
    case
      when r.id is null then public.is_to_notify(e, w)
      when public.takes_no_part(r.state) then r.to_be_notified
      else r.to_be_notified or (
        w.told <> e.relied_on
        and (e.status = 'postponed' or coalesce(e.over_at > now(), true))
        and public.is_to_notify(e, w)
      )
    end,
    w.created_at, w.updated_at, w.search_text,
    case when o.id is not null then jsonb_build_object('id', o.id, 'attempts', o.attempts, 'last_error', o.last_error,
      'next_attempt_at', o.next_attempt_at, 'delivered_at', o.delivered_at, 'failed_at', o.failed_at) end,
    coalesce(o.delivered_at is null and (o.failed_at is not null or o.attempts >= 3), false),
    r.state, r.party, r.attends, r.switches_to, r.line,
    -- Not a join: the planner would compute it for everyone, and take a loop in a loop while it knows no numbers.
    case when r.waits_for is not null then (
      select count(*) from public.reservations ahead
      where ahead.event_id = r.event_id and ahead.waits_for = r.waits_for and ahead.line <= r.line
    ) end,
    r.hold_until, r.offer_ends_at,
    coalesce(r.to_be_notified, false), r.arrived, r.checked_in_at,
    case when r.asked_for = (e.starts_at at time zone public.site_time_zone())::date then r.coming_at end,
    (
      select jsonb_agg(jsonb_build_object('reason', m.reason, 'moved_at', m.moved_at) order by m.moved_at)
      from public.line_moves m
      where m.reservation_id = r.id
    ),
    (select jsonb_object_agg(a.question_id, a.value) from public.entry_answers a where a.entry_id = w.id),
    w.answers_changed_at,
    -- What questions_of asks them; here it is inlined.
    coalesce(r.state in ('placed', 'offered', 'waiting', 'asked'), true)
      and (e.over_at is null or e.over_at > now() or e.status = 'postponed')
      and exists (
        select from public.event_questions q
        where q.event_id = e.id and q.closed_at is null and q.is_required
          and q.asked_of in ('all', coalesce(r.attends, nullif(e.meets, 'both')))
          and not exists (select from public.entry_answers a where a.entry_id = w.id and a.question_id = q.id)
      ),
    w.came_by, r.decided_at, r.words, w.consent_page
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join public.reservations r on r.id = w.id and e.takes_reservations
  left join public.outbox o on o.waitlist_entry_id = w.id
  where e.id = p_event;
$$;

-- for members: reads those people that they may read
grant execute on function public.event_people to authenticated;
