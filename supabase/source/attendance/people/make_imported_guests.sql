-- Adds who is new on a list on paper. Of people who came, those without an address are counted, and their names are not
-- stored; the others get no email until they have confirmed on their own page. Of people who are coming, each gets a
-- free spot or the last position, at once, and a receipt in the queue of visitors' forms. A line may be about a party.
create function private.make_imported_guests(p_import private.imports) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language plpgsql
as $$
#variable_conflict use_column
declare
  came constant boolean := p_import.choices ->> 'guests' = 'came';
  mails constant boolean := coalesce((p_import.choices ->> 'mails')::boolean, false);
  budget constant jsonb := jsonb_build_object('account', auth.uid());
  lines integer[];
  ids uuid[];
  guest record;
begin
  -- Not as apply_import says: each guest is looked up by an index.
  perform set_config('enable_nestloop', 'on', true);
  perform private.lock_lines(p_import.event_id);
  select array_agg(r.line), array_agg(gen_random_uuid()) into lines, ids
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new';

  insert into public.walk_ins (id, event_id, people, helper)
    select n.id, p_import.event_id, coalesce((r.checked ->> 'people')::integer, 1), 'List on paper'
    from unnest(lines, ids) as n (line, id)
    join private.import_rows r on r.import_id = p_import.id and r.line = n.line
    where r.email is null;
  insert into public.waitlist_entries (id, event_id, name, email, consent_version, note)
    select
      n.id, p_import.event_id, r.checked ->> 'name', r.email, case when came then 'came-on-paper' else 'on-paper' end,
      'Agreed on paper: ' || p_import.agreed_text
    from unnest(lines, ids) as n (line, id)
    join private.import_rows r on r.import_id = p_import.id and r.line = n.line
    where r.email is not null
    order by r.line
    on conflict do nothing;
  insert into public.reservations (id, event_id, party, state, line, arrived, checked_in_at, checked_in_by)
    select
      w.id, w.event_id, people.number, case when came then 'placed' else 'waiting' end,
      row_number() over (order by r.line)
      + (select coalesce(max(o.line), 0) from public.reservations o where o.event_id = p_import.event_id),
      case when came then people.number end, case when came then now() end, case when came then 'List on paper' end
    from unnest(lines, ids) as n (line, id)
    join private.import_rows r on r.import_id = p_import.id and r.line = n.line
    join public.waitlist_entries w on w.id = n.id
    cross join lateral (select coalesce((r.checked ->> 'people')::integer, 1) as number) people;

  if not came then
    perform private.take_spots(each.id, mails)
      from (select r.id from public.reservations r where r.id = any (ids) order by r.line) each;
    for guest in
      select o.id, r.address_key
      from unnest(lines, ids) as n (line, id)
      join private.import_rows r on r.import_id = p_import.id and r.line = n.line
      join public.reservations o on o.id = n.id
      where mails
      order by r.line
    loop
      exit when private.next_spend('{by-hand}', budget) is not null;
      perform private.enqueue_mail(
        'waitlist-receipt', guest.id, guest.address_key, '{by-hand}', budget, 'strangers'
      );
    end loop;
    update public.reservations r
      set hold_until = null,
        to_be_notified = not exists (
          select from public.mails m where m.person = r.id and m.purpose = 'waitlist-receipt'
        )
      where r.id = any (ids);
  end if;
  perform set_config('enable_nestloop', 'off', true);
  return query
    select n.line, n.id, now()
    from unnest(lines, ids) as n (line, id)
    where exists (select from public.reservations r where r.id = n.id)
      or exists (select from public.walk_ins w where w.id = n.id);
end;
$$;
