-- Checks in who is known of a list on paper, also without a spot, or with p_is_undo takes that back, unless someone has
-- checked them in or out since. Of a party as many came as the list says, at most all of it.
create function private.change_imported_guests(p_import uuid, p_is_undo boolean) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language sql
as $$
  update public.reservations r
    set state = case when p_is_undo then g.changes #>> '{came,0}' when r.state = 'past' then 'past' else 'placed' end,
      arrived = case when not p_is_undo then least(coalesce((g.checked ->> 'people')::integer, 1), r.party) end,
      checked_in_at = case when not p_is_undo then now() end,
      checked_in_by = case when not p_is_undo then 'List on paper' end,
      hold_until = null, switches_to = null, offer_ends_at = null
    from private.import_rows g
    where g.import_id = p_import and g.state = 'changed' and (g.made_at is not null) = p_is_undo and r.id = g.row_id
      and case
        when p_is_undo then r.checked_in_at = g.made_at
        else r.checked_in_at is null and r.state = g.changes #>> '{came,0}'
      end
    returning g.line, r.id, now();
$$;
