create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint name_has_1_to_100_characters check (public.visible_length(btrim(name)) between 1 and 100)
    constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  email text not null
    constraint email_is_an_address check (
      char_length(email) <= 254
      and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
    ),
  message text not null
    constraint message_has_1_to_5000_characters check (public.visible_length(btrim(message)) between 1 and 5000),
  status text not null default 'new' check (status in ('new', 'open', 'done', 'spam')),
  note text
    constraint note_has_at_most_2000_characters check (char_length(note) <= 2000),
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.contact_messages is 'Messages from /contact. Readable by admins alone.';
comment on column public.contact_messages.suspected_spam is 'The hidden field was filled in; kept apart, never thrown away.';

create index contact_messages_by_time on public.contact_messages (created_at desc);
create index contact_messages_of_an_address on public.contact_messages (lower(email), created_at);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public, anon, authenticated, service_role;
grant select, delete on public.contact_messages to authenticated;
grant update (status, note, suspected_spam) on public.contact_messages to authenticated;

create policy "Admins read contact messages" on public.contact_messages
  for select to authenticated using ((select public.is_admin()));

create policy "Admins change contact messages" on public.contact_messages
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create policy "Admins delete contact messages" on public.contact_messages
  for delete to authenticated using ((select public.is_admin()));

create function public.send_message(p_name text, p_email text, p_message text, p_suspected_spam boolean) returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || lower(p_email) || ' ' || p_message, 0));
  perform from public.contact_messages m
    where lower(m.email) = lower(p_email)
      and m.message = p_message
      and m.suspected_spam = p_suspected_spam
      and m.created_at > now() - interval '24 hours';
  if found then
    return 'already-sent';
  end if;

  insert into public.contact_messages (name, email, message, suspected_spam)
    values (p_name, p_email, p_message, p_suspected_spam);
  return 'sent';
end;
$$;

comment on function public.send_message(text, text, text, boolean) is
  'Stores a message. Answers sent, or already-sent for the same text from the same address within 24 hours.';

revoke all on function public.send_message(text, text, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.send_message(text, text, text, boolean) to service_role;
