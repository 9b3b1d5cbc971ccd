-- Stores which talks of the event the holder of a confirmed spot wants to see, at most 60, or deletes the agenda if
-- there are none. Returns false for a link that leads to no such spot, or if no program is published.
create function public.store_agenda(p_token_digest text, p_talks integer[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.reservations;
  chosen integer[];
begin
  select r.* into own
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of r;
  if own.id is null or private.own_agenda(own.id) is null then
    return false;
  end if;
  chosen := array(
    select t.number
    from public.talks t
    where t.event_id = own.event_id and t.number = any (p_talks)
    order by t.number
    limit 60
  );
  if cardinality(chosen) = 0 then
    delete from private.agendas a where a.entry_id = own.id;
  else
    insert into private.agendas (entry_id, talks) values (own.id, chosen)
      on conflict (entry_id) do update set talks = excluded.talks, stored_at = excluded.stored_at;
  end if;
  return true;
end;
$$;

grant execute on function public.store_agenda to service_role;
