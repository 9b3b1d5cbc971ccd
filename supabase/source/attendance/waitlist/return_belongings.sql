-- Restores what belonged to a reservation that has returned: its credentials, what was pressed about it at the door,
-- moves on the waitlist and the stored agenda.
create function private.return_belongings(p_reservation uuid, p_belongings jsonb) returns void
language sql
as $$
  update public.credentials c
    set reservation_id = p_reservation
    from jsonb_array_elements_text(nullif(p_belongings -> 'credentials', 'null')) as kept (id)
    where c.id = kept.id::uuid and c.reservation_id is null;
  -- What an admin has deleted meanwhile, such as a pass, is not restored.
  insert into public.door_presses
    select p.* from jsonb_populate_recordset(null::public.door_presses, nullif(p_belongings -> 'presses', 'null')) p
    where exists (select from public.door_passes d where d.id = p.pass_id)
    on conflict do nothing;
  insert into public.line_moves
    select m.* from jsonb_populate_recordset(null::public.line_moves, nullif(p_belongings -> 'moves', 'null')) m
    on conflict do nothing;
  insert into private.agendas
    select a.* from jsonb_populate_recordset(null::private.agendas, nullif(p_belongings -> 'agendas', 'null')) a
    on conflict do nothing;
$$;
