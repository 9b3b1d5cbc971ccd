-- The door of an event: helpers check people in with a pass, and learn nothing but names, parties and who is in.
create table public.door_passes (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events on delete cascade,
  name text not null constraint pass_has_1_to_60_characters check (btrim(name) <> '' and public.visible_length(name) <= 60),
  token_digest text not null unique constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);

comment on table public.door_passes is 'Links with which helpers work at the door of one event.';
comment on column public.door_passes.name is 'What admins tell passes apart by.';
comment on column public.door_passes.ended_at is 'When an admin has taken it back.';

create index door_passes_of_an_event on public.door_passes using btree (event_id);
alter table public.door_passes enable row level security;
revoke all on public.door_passes from public, anon, authenticated, service_role;
grant select (id, event_id, name, created_at, ended_at) on public.door_passes to authenticated;
grant insert (event_id, name, token_digest) on public.door_passes to authenticated;
grant update (ended_at) on public.door_passes to authenticated;

create policy "Admins read door passes" on public.door_passes
  for select to authenticated
  using ((select public.is_admin()));
create policy "Admins make door passes" on public.door_passes
  for insert to authenticated
  with check ((select public.is_admin()));
create policy "Admins take door passes back" on public.door_passes
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create trigger audit_insert after insert on public.door_passes referencing new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_update after update on public.door_passes referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');

create table public.walk_ins (
  id uuid primary key,
  event_id uuid not null references public.events on delete cascade,
  people smallint not null constraint people_are_1_to_20 check (people between 1 and 20),
  helper text not null constraint helper_has_1_to_60_characters check (btrim(helper) <> '' and public.visible_length(helper) <= 60),
  created_at timestamp with time zone not null default now()
);

comment on table public.walk_ins is 'Who came without a reservation, counted. Nobody asks for their names.';
comment on column public.walk_ins.helper is 'The name that a helper at the door has given.';

create index walk_ins_of_an_event on public.walk_ins using btree (event_id, created_at);
alter table public.walk_ins enable row level security;
revoke all on public.walk_ins from public, anon, authenticated, service_role;
grant select on public.walk_ins to authenticated;

create policy "Admins read walk-ins" on public.walk_ins
  for select to authenticated
  using ((select public.is_admin()));

create index reservations_at_the_door on public.reservations using btree (event_id, state);

create function public.door_pass(p_token_digest text)
 returns table(event_id uuid, state text)
 language sql
 stable
 set search_path = ''
as $function$
  select e.id,
    case
      when e.starts_at is null or e.status <> 'scheduled' or not e.takes_reservations then 'closed'
      when now() < e.starts_at - interval '2 hours' then 'early'
      when now() >= e.over_at + interval '4 hours' then 'over'
      else 'open'
    end
  from public.door_passes d
  join public.events e on e.id = d.event_id
  where d.token_digest = p_token_digest and d.ended_at is null;
$function$;

comment on function public.door_pass(text) is 'The event that a pass is for, and whether its door is open: from two hours before the start to four after the end.';

revoke all on function public.door_pass(text) from public;

create function public.attendance(p_event uuid)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object(
    'expected', coalesce(sum(r.party), 0),
    'came', coalesce(sum(r.arrived), 0),
    'left', coalesce(sum(r.party) filter (where r.checked_in_at is null), 0),
    'walked_in', (select coalesce(sum(w.people), 0) from public.walk_ins w where w.event_id = p_event)
  )
  from public.reservations r
  where r.event_id = p_event and r.state = 'placed'
);

comment on function public.attendance(uuid) is 'People of an event: expected (with a place), came of those, left (their party has not been checked in) and walked_in.';

revoke all on function public.attendance(uuid) from public;

create function public.door(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', d.state,
      'title', e.title,
      'place', e.place,
      'starts_at', e.starts_at,
      'opens_at', e.starts_at - interval '2 hours',
      'closes_at', e.over_at + interval '4 hours',
      'places', e.attendee_limit,
      'counts', case when d.state = 'open' then public.attendance(e.id) end
    )
    from public.door_pass(p_token_digest) d
    join public.events e on e.id = d.event_id
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.door(text) is 'What a helper with a pass sees first: {state: open, early, over, closed or nowhere, title, place, starts_at, opens_at, closes_at, places, counts}.';

revoke all on function public.door(text) from public;
grant execute on function public.door(text) to service_role;

create function public.door_names(p_token_digest text, p_search text default '', p_limit integer default 50)
 returns table(name text, party smallint, code text, arrived smallint, checked_in_at timestamp with time zone, checked_in_by text)
 language sql
 stable security definer
 set search_path = ''
as $function$
  select w.name, r.party, r.code, r.arrived, r.checked_in_at, r.checked_in_by
  from public.door_pass(p_token_digest) d
  join public.reservations r on r.event_id = d.event_id and r.state = 'placed'
  join public.waitlist_entries w on w.id = r.id
  where d.state = 'open'
    and (btrim(p_search) = '' or strpos(public.fold(w.name), public.fold(btrim(p_search))) > 0 or r.code = upper(regexp_replace(p_search, '[^[:alpha:]]', '', 'g')))
  order by public.fold(w.name), w.name, r.code
  limit least(greatest(p_limit, 0), 5000);
$function$;

comment on function public.door_names(text, text, integer) is 'Who has a place, for a helper with a pass while the door is open: by a part of the name (folded) or by the code. Gives names, parties, codes and who is in, and nothing else.';

revoke all on function public.door_names(text, text, integer) from public;
grant execute on function public.door_names(text, text, integer) to service_role;

create function public.door_ticket(p_token_digest text, p_code text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'door', d.state,
      'ticket', (
        select jsonb_build_object(
          'name', w.name, 'party', r.party, 'state', case when r.hold_until is null then r.state else 'held' end,
          'arrived', r.arrived, 'checked_in_at', r.checked_in_at, 'checked_in_by', r.checked_in_by
        )
        from public.reservations r
        join public.waitlist_entries w on w.id = r.id
        where r.event_id = d.event_id and r.code = p_code and r.state <> 'set-aside' and d.state = 'open'
      )
    )
    from public.door_pass(p_token_digest) d
  ),
  jsonb_build_object('door', 'nowhere', 'ticket', null)
);

comment on function public.door_ticket(text, text) is 'The ticket with a code, for a helper with a pass of the same event: {door: the state of the door, ticket: {name, party, state, arrived, checked_in_at, checked_in_by} or null}.';

revoke all on function public.door_ticket(text, text) from public;
grant execute on function public.door_ticket(text, text) to service_role;

create function public.check_in(p_token_digest text, p_code text, p_people integer, p_helper text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  found_one public.reservations;
begin
  select r.* into found_one
    from public.door_pass(p_token_digest) d
    join public.reservations r on r.event_id = d.event_id and r.code = p_code
    where d.state = 'open'
    for update of r;
  if not found then
    return 'not-found';
  end if;
  if found_one.checked_in_at is not null then
    return 'already-in';
  end if;
  if found_one.state <> 'placed' then
    return 'no-place';
  end if;
  update public.reservations r
    set arrived = least(greatest(p_people, 1), found_one.party), checked_in_at = now(), checked_in_by = p_helper, hold_until = null
    where r.id = found_one.id;
  return 'in';
end;
$function$;

comment on function public.check_in(text, text, integer, text) is 'Notes that p_people of a party have come, for a helper with a pass of the event while its door is open. Answers in, already-in (nothing changes), no-place or not-found.';

revoke all on function public.check_in(text, text, integer, text) from public;
grant execute on function public.check_in(text, text, integer, text) to service_role;

create function public.undo_check_in(p_token_digest text, p_code text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.reservations r
    set arrived = null, checked_in_at = null, checked_in_by = null
    from public.door_pass(p_token_digest) d
    where d.state = 'open' and r.event_id = d.event_id and r.code = p_code and r.checked_in_at is not null;
  return found;
end;
$function$;

comment on function public.undo_check_in(text, text) is 'Takes a check-in back. Answers whether there was one.';

revoke all on function public.undo_check_in(text, text) from public;
grant execute on function public.undo_check_in(text, text) to service_role;

create function public.add_walk_in(p_token_digest text, p_id uuid, p_people integer, p_helper text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  insert into public.walk_ins (id, event_id, people, helper)
    select p_id, d.event_id, p_people, p_helper
    from public.door_pass(p_token_digest) d
    where d.state = 'open'
    on conflict do nothing;
  return found;
end;
$function$;

comment on function public.add_walk_in(text, uuid, integer, text) is 'Counts people who came without a reservation, once for an id that was made with the form. Answers whether it did.';

revoke all on function public.add_walk_in(text, uuid, integer, text) from public;
grant execute on function public.add_walk_in(text, uuid, integer, text) to service_role;

create function public.undo_walk_in(p_token_digest text, p_id uuid)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  delete from public.walk_ins w
    using public.door_pass(p_token_digest) d
    where d.state = 'open' and w.event_id = d.event_id and w.id = p_id;
  return found;
end;
$function$;

comment on function public.undo_walk_in(text, uuid) is 'Takes counted walk-ins back. Answers whether there were any.';

revoke all on function public.undo_walk_in(text, uuid) from public;
grant execute on function public.undo_walk_in(text, uuid) to service_role;
