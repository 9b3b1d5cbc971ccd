create table public.newsletter_issues (
  id uuid default gen_random_uuid() primary key,
  number integer generated always as identity not null,
  slug public.slug not null unique,
  subject text not null,
  preview_text text not null default '',
  markdown text not null,
  html text,
  renderer text,
  daily_cap integer,
  scheduled_at timestamptz,
  letter jsonb,
  sent_at timestamptz,
  recipients integer,
  paused_at timestamptz,
  next_batch_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_issue_per_number unique (number),
  constraint markdown_has_1_to_100000_characters check (
    btrim(markdown) <> '' and public.visible_length(markdown) <= 100000 and char_length(markdown) <= 400000
  ),
  constraint newsletter_issues_daily_cap_check check (daily_cap between 1 and 1000000),
  constraint newsletter_issues_html_check check (octet_length(html) <= 5000000),
  constraint newsletter_issues_last_error_check check (char_length(last_error) <= 500),
  constraint newsletter_issues_letter_check check (octet_length(letter::text) <= 12000000),
  constraint newsletter_issues_recipients_check check (recipients >= 0),
  constraint newsletter_issues_renderer_check check (char_length(renderer) between 1 and 40),
  constraint paused_while_it_is_sent check (paused_at is null or sent_at is not null),
  constraint preview_text_has_at_most_200_characters check (
    public.visible_length(preview_text) <= 200 and preview_text !~ '[[:cntrl:]]'
  ),
  constraint recipients_are_frozen_when_it_is_sent check ((sent_at is null) = (recipients is null)),
  constraint scheduled_with_what_was_made_of_it check (num_nulls(scheduled_at, html, renderer, letter) in (0, 4)),
  constraint sent_after_it_was_scheduled check (sent_at is null or scheduled_at is not null),
  constraint slug_is_no_page_of_ours check (slug <> 'embed'),
  constraint subject_has_1_to_150_characters check (
    btrim(subject) <> '' and public.visible_length(subject) <= 150 and subject !~ '[[:cntrl:]]'
  )
);

comment on table public.newsletter_issues is
  'Issues of the newsletter. Visitors read sent ones; scheduled or sent issues can no longer be changed.';
comment on column public.newsletter_issues.number is 'The occurrence of its emails.';
comment on column public.newsletter_issues.html is
  'Rendered from the Markdown by the named renderer when the issue was scheduled; null before.';
comment on column public.newsletter_issues.daily_cap is
  'Maximum number of newsletter emails that may be started within 24 hours, to warm up a new sender; null for no'
  ' limit.';
comment on column public.newsletter_issues.letter is
  'What each email is made of, with a placeholder for the reader''s token, so that every batch uses the same bytes.';
comment on column public.newsletter_issues.sent_at is
  'When its recipients were determined; from then on it can be read on the web.';
comment on column public.newsletter_issues.recipients is 'The number of recipients.';
comment on column public.newsletter_issues.next_batch_at is
  'No new batch begins before this time, because the provider asked for a pause or has not responded.';

create index newsletter_issues_by_time on public.newsletter_issues (created_at desc, id);
create index newsletter_issues_on_the_web on public.newsletter_issues (sent_at desc) where sent_at is not null;

alter table public.newsletter_issues enable row level security;


create table private.newsletter_pause (
  only_row boolean default true primary key,
  ends_at timestamptz not null,
  constraint newsletter_pause_only_row_check check (only_row)
);

comment on table private.newsletter_pause is 'Until when the newsletter provider accepts no requests, in a single row.';

alter table private.newsletter_pause enable row level security;
