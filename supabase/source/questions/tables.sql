create table public.event_questions (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  position integer not null,
  kind public.question_kind not null,
  text text not null,
  hint text,
  options text[] not null default '{}',
  is_required boolean not null default false,
  asked_of text not null default 'all',
  keep text not null default 'evening',
  ready text,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  for_door boolean not null default false,
  constraint asked_of_all_or_of_one_place check (asked_of in ('all', 'room', 'online')),
  constraint hint_has_1_to_200_characters check (btrim(hint) <> '' and public.visible_length(hint) <= 200),
  constraint kept_for_the_evening_or_with_the_entry check (keep in ('evening', 'entry')),
  constraint only_a_choice_has_options check (
    case when kind in ('one', 'several') then cardinality(options) between 2 and 12 else options = '{}' end
  ),
  constraint only_a_yes_or_no_is_for_the_door check (not for_door or kind = 'yes-no'),
  constraint options_have_at_most_1000_characters check (public.visible_length(array_to_string(options, '')) <= 1000),
  constraint ready_is_known check (ready in ('food', 'access', 'photos', 'first-time', 'experience', 'heard')),
  constraint text_has_1_to_200_characters check (btrim(text) <> '' and public.visible_length(text) <= 200),
  constraint what_may_concern_health_is_for_the_evening check (ready not in ('food', 'access') or keep = 'evening')
);

comment on table public.event_questions is
  'What the organizers of an event ask people who sign up. A question with answers is closed, never deleted.';
comment on column public.event_questions.position is 'Ascending; the order in the form.';
comment on column public.event_questions.options is
  'What can be chosen, in order; empty unless one or several of them are chosen. An answer keeps an option that is'
  ' no longer offered.';
comment on column public.event_questions.asked_of is
  'Whom it is asked: all, or only people who attend in the room or online.';
comment on column public.event_questions.keep is
  'How long answers are kept: evening (7 days after the event), or entry (as long as the waitlist entry).';
comment on column public.event_questions.ready is 'Which of the site''s own questions it is; null for an own one.';
comment on column public.event_questions.for_door is
  'Whether helpers see a person''s answer when they check them in.';
comment on column public.event_questions.closed_at is 'Since when it is no longer asked; its answers stay.';

create index questions_of_an_event on public.event_questions (event_id, position);

alter table public.event_questions enable row level security;


create table public.entry_answers (
  entry_id uuid not null,
  question_id uuid not null,
  value jsonb not null,
  answered_at timestamptz not null default now(),
  constraint entry_answers_pkey primary key (entry_id, question_id),
  constraint entry_answers_question_id_fkey
    foreign key (question_id) references public.event_questions(id) on delete cascade,
  constraint value_has_1_to_12_texts check (
    jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and 12
  ),
  constraint value_has_at_most_8000_bytes check (octet_length(value::text) <= 8000)
);

comment on table public.entry_answers is
  'Answers to the questions of an event. They may concern health: only admins read them, helpers see what is for the'
  ' door alone, they are never mailed or logged, and those to questions for the evening are erased 7 days after it.';
comment on column public.entry_answers.value is
  'An array of texts: one, or the chosen options; yes or no; a number in digits.';

create index answers_of_a_question on public.entry_answers (question_id);

alter table public.entry_answers enable row level security;
