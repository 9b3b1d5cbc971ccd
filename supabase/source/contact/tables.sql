create table public.contact_messages (
  id uuid default gen_random_uuid() primary key,
  name text not null,
  email public.email_address not null,
  message text not null,
  status text not null default 'new',
  note text,
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  handled_at timestamptz,
  search_text text generated always as (
    public.fold(
      name || ' ' || email || ' ' || case when suspected_spam then '' else message end || ' ' || coalesce(note, '')
    )
  ) stored not null,
  number integer generated always as identity not null,
  constraint number_is_its_own unique (number),
  constraint contact_messages_status_check check (status in ('new', 'open', 'done', 'spam')),
  constraint message_has_1_to_5000_characters check (public.visible_length(btrim(message)) between 1 and 5000),
  constraint name_has_1_to_100_characters check (public.visible_length(btrim(name)) between 1 and 100),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint note_has_at_most_2000_characters check (char_length(note) <= 2000)
);

comment on table public.contact_messages is 'Messages from /contact. Readable only by admins.';
comment on column public.contact_messages.suspected_spam is
  'The hidden form field was filled in, or the daily budget of bytes was exceeded (budget_rules); such messages are'
  ' kept separately, never discarded.';
comment on column public.contact_messages.handled_at is 'Since when the status is done; null for every other status.';
comment on column public.contact_messages.search_text is
  'Folded name, address, message and note, for admins to search; without the message for suspected spam.';
comment on column public.contact_messages.number is
  'Number in the order of arrival; the site shows it as letters and digits.';

create index contact_messages_by_time on public.contact_messages (created_at desc);
create index contact_messages_handled on public.contact_messages (handled_at) where handled_at is not null;
create index contact_messages_in_order on public.contact_messages (created_at, id) include (status)
  where not suspected_spam;
create index contact_messages_inbox on public.contact_messages (created_at, id)
  where not suspected_spam and (status in ('new', 'open'));
create index contact_messages_of_an_address on public.contact_messages (lower(email), created_at);
create index contact_messages_suspected on public.contact_messages (created_at, id) where suspected_spam;
create index contact_messages_with_addresses on public.contact_messages (
  (coalesce(name ~ '@|%40' or message ~ '@|%40' or status ~ '@|%40' or note ~ '@|%40', false))
);

alter table public.contact_messages enable row level security;


create table public.message_answers (
  id uuid primary key,
  message_id uuid not null,
  occurrence bigint not null,
  answer text not null,
  created_at timestamptz not null default now(),
  constraint answers_of_a_message_are_numbered unique (message_id, occurrence),
  constraint message_answers_message_id_fkey foreign key (message_id)
    references public.contact_messages(id) on delete cascade,
  constraint answer_has_1_to_5000_characters check (btrim(answer) <> '' and char_length(answer) <= 5000),
  constraint message_answers_occurrence_check check (occurrence > 0)
);

comment on table public.message_answers is 'What admins have answered by email; deleted with its message.';
comment on column public.message_answers.id is 'Made with the form, so that a form submitted twice answers once.';
comment on column public.message_answers.occurrence is
  'Counts the answers to one message; also the occurrence of their emails.';

alter table public.message_answers enable row level security;
