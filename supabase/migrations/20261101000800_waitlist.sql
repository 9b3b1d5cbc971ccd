create table public.waitlist_entries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references public.events (id) on delete cascade,
  name text not null
    constraint name_has_1_to_100_characters check (public.visible_length(btrim(name)) between 1 and 100)
    constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  email text not null
    constraint email_is_an_address check (
      char_length(email) <= 254
      and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    ),
  consent_version text not null
    constraint consent_version_has_1_to_40_characters check (char_length(consent_version) between 1 and 40),
  suspected_spam boolean not null default false,
  note text
    constraint note_has_at_most_2000_characters check (char_length(note) <= 2000),
  told_at timestamptz,
  created_at timestamptz not null default now()
);

comment on table public.waitlist_entries is 'Who waits for the tickets of an event. Readable by admins alone.';
comment on column public.waitlist_entries.consent_version is 'Version of the sentence agreed to, at created_at.';
comment on column public.waitlist_entries.suspected_spam is 'The hidden field was filled in; kept apart, never thrown away.';
comment on column public.waitlist_entries.told_at is 'When this person was told that tickets are available.';

create unique index one_entry_per_address on public.waitlist_entries (event_id, lower(email)) where not suspected_spam;
create unique index one_suspected_entry_per_address on public.waitlist_entries (event_id, lower(email)) where suspected_spam;
create index waitlist_entries_of_an_event on public.waitlist_entries (event_id, created_at);

alter table public.waitlist_entries enable row level security;
revoke all on public.waitlist_entries from public, anon, authenticated, service_role;
grant select, delete on public.waitlist_entries to authenticated;
grant update (name, email, suspected_spam, note, told_at) on public.waitlist_entries to authenticated;

create policy "Admins read waitlist entries" on public.waitlist_entries
  for select to authenticated using ((select public.is_admin()));

create policy "Admins change waitlist entries" on public.waitlist_entries
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Admins delete waitlist entries" on public.waitlist_entries
  for delete to authenticated using ((select public.is_admin()));
