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
  person record;
  mails constant boolean := coalesce((p_import.choices ->> 'mails')::boolean, false);
begin
  perform private.lock_lines(p_import.event_id);
  for person in
    select r.line, gen_random_uuid() as id, r.email, r.address_key, r.checked ->> 'name' as name,
      coalesce((r.checked ->> 'people')::integer, 1) as people
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new'
    order by r.line
  loop
    if person.email is null then
      insert into public.walk_ins (id, event_id, people, helper)
        values (person.id, p_import.event_id, person.people, 'List on paper');
    elsif p_import.choices ->> 'guests' = 'came' then
      insert into public.waitlist_entries (id, event_id, name, email, consent_version)
        values (person.id, p_import.event_id, person.name, person.email, 'came-on-paper');
      insert into public.reservations (id, event_id, party, state, line, arrived, checked_in_at, checked_in_by)
        select
          person.id, p_import.event_id, person.people, 'placed', coalesce(max(r.line), 0) + 1, person.people, now(),
          'List on paper'
        from public.reservations r
        where r.event_id = p_import.event_id;
    elsif private.put_in_line(
      person.id, p_import.event_id, person.name, person.email, 'on-paper', person.people,
      private.attends_at((select e from public.events e where e.id = p_import.event_id), 'room'), mails
    ) then
      update public.waitlist_entries w set note = 'Agreed on paper: ' || p_import.agreed_text where w.id = person.id;
      update public.reservations r set hold_until = null, to_be_notified = not mails where r.id = person.id;
      if mails and not private.enqueue_mail(
        'waitlist-receipt', person.id, person.address_key, '{by-hand}', jsonb_build_object('account', auth.uid()),
        'strangers'
      ) then
        update public.reservations r set to_be_notified = true where r.id = person.id;
      end if;
    else
      continue;
    end if;
    return query select person.line, person.id, now();
  end loop;
end;
$$;
