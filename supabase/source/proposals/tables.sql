create table private.talk_calls (
  event_id uuid primary key,
  deadline timestamptz not null,
  about text not null default '',
  accepted_text text not null,
  declined_text text not null,
  updated_at timestamptz not null default now(),
  constraint about_has_at_most_5000_characters check (public.visible_length(about) <= 5000),
  constraint accepted_text_has_1_to_3000_characters check (
    btrim(accepted_text) <> '' and public.visible_length(accepted_text) <= 3000
  ),
  constraint declined_text_has_1_to_3000_characters check (
    btrim(declined_text) <> '' and public.visible_length(declined_text) <= 3000
  )
);

comment on table private.talk_calls is
  'Calls for talks of events: the deadline, the text, and the answers to people who sent a proposal.';
comment on column private.talk_calls.about is 'Markdown.';
comment on column private.talk_calls.accepted_text is
  'Text of the email; {name}, {title} and {event} are placeholders.';

alter table private.talk_calls enable row level security;


create table private.talk_proposals (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  title text not null,
  kind text not null,
  abstract text not null,
  name text not null,
  email public.email_address not null,
  state text not null default 'new',
  notes text not null default '',
  link_digest public.digest unique,
  confirm_by timestamptz,
  confirmed_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint abstract_has_1_to_5000_characters check (
    btrim(abstract) <> '' and public.visible_length(abstract) <= 5000
  ),
  constraint confirmed_or_to_be_confirmed check (num_nonnulls(confirm_by, confirmed_at) = 1),
  constraint decided_when_accepted_or_declined check ((decided_at is not null) = (state in ('accepted', 'declined'))),
  constraint kind_is_of_a_talk check (kind in ('talk', 'workshop', 'panel')),
  constraint name_has_1_to_100_characters check (
    btrim(name) <> '' and public.visible_length(name) <= 100 and name !~ '[[:alnum:]]@[[:alnum:]]'
  ),
  constraint notes_have_at_most_5000_characters check (public.visible_length(notes) <= 5000),
  constraint state_is_known check (state in ('new', 'discussed', 'accepted', 'declined')),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200)
);

comment on table private.talk_proposals is
  'Talks that people propose in response to the call of an event. Admins see those with a confirmed address;'
  ' withdrawing a proposal erases it.';
comment on column private.talk_proposals.id is
  'The talk that an accepted proposal becomes has the same id, so that accepting twice makes one talk.';
comment on column private.talk_proposals.notes is 'Notes by admins, visible only to admins.';
comment on column private.talk_proposals.confirm_by is
  'Until when the address has to be confirmed before the proposal is erased; null once it is confirmed.';

create unique index one_proposal_of_a_title on private.talk_proposals (event_id, lower(email), title);
create index proposals_of_an_address on private.talk_proposals (lower(email));
create index proposals_to_confirm on private.talk_proposals (confirm_by) where confirm_by is not null;

alter table private.talk_proposals enable row level security;
