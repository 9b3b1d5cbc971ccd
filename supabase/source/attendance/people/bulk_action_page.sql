-- For admins: returns a bulk action with its people and what became, or would become, of each: done, or why they are
-- left out (judge_bulk_action). Null if it is gone.
create function public.bulk_action_page(p_id uuid, p_mails boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- Rows that have just been written have no statistics; nested loops over them would take seconds.
set enable_nestloop = off
set jit = off
as $$
declare
  action private.bulk_actions;
begin
  perform private.require_admin();
  select a.* into action from private.bulk_actions a where a.id = p_id;
  if action.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'event_id', action.event_id,
    'verb', action.verb,
    'applied_at', action.applied_at,
    'undone_at', action.undone_at,
    'can_undo_until', case when not action.is_final then action.applied_at + private.bulk_undo_period() end,
    'people', (
      select jsonb_agg(
        jsonb_build_object('id', w.id, 'name', w.name, 'party', r.party, 'outcome', coalesce(c.outcome, j.verdict),
          'is_undone', c.is_undone)
        order by r.line, w.created_at, w.id
      )
      from private.bulk_action_people c
      join public.waitlist_entries w on w.id = c.entry_id
      left join public.reservations r on r.id = w.id
      left join private.judge_bulk_action(action, p_mails) j
        on action.applied_at is null and j.entry_id = c.entry_id
      where c.action_id = action.id
    ),
    'unconfirmed', (
      select count(*)
      from private.bulk_action_people c
      join public.waitlist_entries w on w.id = c.entry_id
      join public.reservations r on r.id = w.id
      where c.action_id = action.id and r.state = 'asked' and w.confirmed_at is null
    ),
    'can_line_up', action.verb = 'accept' and private.sign_up(action.event_id) in ('open', 'line'),
    'workshops', (
      select count(distinct w.for_entry)
      from private.bulk_action_people c
      join public.waitlist_entries w on w.for_entry = c.entry_id
      where c.action_id = action.id and action.verb = 'cancel'
    )
  );
end;
$$;

-- for admins: reads what an action does, to which people
grant execute on function public.bulk_action_page to authenticated;
