alter table public.waitlist_entries
  add column updated_at timestamptz not null default now(),
  add column search_text text not null generated always as (public.fold(name || ' ' || email || ' ' || coalesce(note, ''))) stored;

alter table public.newsletter_subscribers
  add column updated_at timestamptz not null default now(),
  add column search_text text not null generated always as (public.fold(email)) stored;

alter table public.contact_messages
  add column updated_at timestamptz not null default now(),
  add column handled_at timestamptz,
  add column search_text text not null
    generated always as (public.fold(name || ' ' || email || ' ' || message || ' ' || coalesce(note, ''))) stored;

comment on column public.waitlist_entries.search_text is 'Folded name, address and note, for admins to search.';
comment on column public.newsletter_subscribers.search_text is 'Folded address, for admins to search.';
comment on column public.contact_messages.search_text is 'Folded name, address, message and note, for admins to search.';
comment on column public.contact_messages.handled_at is 'Since when the status is done; null for every other status.';

create trigger set_updated_at before update on public.waitlist_entries
  for each row execute function public.set_updated_at();
create trigger set_updated_at before update on public.newsletter_subscribers
  for each row execute function public.set_updated_at();
create trigger set_updated_at before update on public.contact_messages
  for each row execute function public.set_updated_at();

create function public.set_handled_at() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.handled_at := case when new.status = 'done' then case when old.status = 'done' then old.handled_at else now() end end;
  return new;
end;
$$;

comment on function public.set_handled_at() is 'Trigger: writes when a message was done with.';

revoke all on function public.set_handled_at() from public, anon, authenticated, service_role;

create trigger set_handled_at before update on public.contact_messages
  for each row execute function public.set_handled_at();

create function public.tell_waitlist(p_event uuid, p_told_at timestamptz) returns integer
language plpgsql
set search_path = ''
as $$
declare
  told integer;
begin
  update public.waitlist_entries w
    set told_at = p_told_at
    where w.event_id = p_event
      and w.told_at is null
      and not w.suspected_spam
      -- Who joined after the addresses were listed has not been told.
      and w.created_at <= p_told_at
      and p_told_at <= now();
  get diagnostics told = row_count;
  return told;
end;
$$;

comment on function public.tell_waitlist(uuid, timestamptz) is
  'Marks who waited for an event at p_told_at, when their addresses were listed, as told; suspected spam is left out. Answers how many.';

create function public.clear_waitlist_spam(p_id uuid, p_forward boolean) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  suspected boolean;
begin
  if not public.is_admin() then
    raise exception 'only admins may decide what is spam' using errcode = 'insufficient_privilege';
  end if;

  select w.suspected_spam into suspected from public.waitlist_entries w where w.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if suspected then
    update public.waitlist_entries w set suspected_spam = false where w.id = p_id;
    if p_forward then
      insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', p_id) on conflict do nothing;
    end if;
  end if;
  return 'cleared';
exception
  when unique_violation then
    return 'duplicate';
end;
$$;

comment on function public.clear_waitlist_spam(uuid, boolean) is
  'Takes an entry out of suspected spam and, with p_forward, writes what the configured endpoint shall get. Answers cleared, duplicate (the '
  'address waits already) or not-found.';

revoke all on function public.tell_waitlist(uuid, timestamptz), public.clear_waitlist_spam(uuid, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.tell_waitlist(uuid, timestamptz), public.clear_waitlist_spam(uuid, boolean) to authenticated;
