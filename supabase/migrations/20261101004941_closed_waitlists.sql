-- An admin can close a waitlist and open it again; that of a canceled event is closed as long as it is canceled.
alter table public.events add column waitlist_closed boolean not null default false;
comment on column public.events.waitlist_closed is 'An admin has closed the waitlist; that of a canceled event is closed anyway.';
grant select (waitlist_closed) on public.events to anon;
grant update (waitlist_closed) on public.events to authenticated;

create or replace function public.join_waitlist(
  p_event text, p_name text, p_email text, p_consent_version text, p_suspected_spam boolean, p_forward boolean
) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  event_id uuid;
  is_closed boolean;
  entry_id uuid;
begin
  -- The lock makes an admin who closes the list wait, so that nobody joins a list that was closed before.
  select e.id, e.waitlist_closed or e.status = 'cancelled' into event_id, is_closed
    from public.events e where e.key = p_event and e.is_published for share;
  if not found then
    return 'not-found';
  end if;
  if is_closed then
    return 'closed';
  end if;

  insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam)
    values (event_id, p_name, p_email, p_consent_version, p_suspected_spam)
    on conflict do nothing
    returning id into entry_id;
  if not found then
    return 'already-joined';
  end if;

  if p_forward and not p_suspected_spam then
    insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', entry_id);
  end if;
  return 'joined';
end;
$$;
comment on function public.join_waitlist(text, text, text, text, boolean, boolean) is
  'Stores an entry of a published event and, with p_forward, what the configured endpoint shall get. Answers joined, already-joined (the first name stays), closed (the event is canceled, or an admin has closed its waitlist) or not-found.';
