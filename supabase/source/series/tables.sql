create table public.series (
  id uuid default gen_random_uuid() primary key,
  key public.slug not null unique,
  name text not null,
  about text not null default '',
  template_id uuid,
  frequency text,
  weekday smallint,
  every_weeks smallint,
  week_of_month smallint,
  first_day date,
  last_day date,
  left_out date[] not null default '{}',
  editions_ahead smallint not null default 3,
  publishes boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  folded_name text generated always as (
    coalesce(
      nullif(regexp_replace(public.fold(name), '[[:space:][:punct:]\u0300-\u036F\u2010-\u201F]+', '', 'g'), ''), name
    )
  ) stored not null,
  template_at timestamptz,
  constraint one_series_of_a_name unique (folded_name),
  constraint about_has_at_most_5000_characters check (public.visible_length(about) <= 5000),
  constraint a_rule_is_whole check (
    case frequency
      when 'weeks' then num_nonnulls(weekday, every_weeks, first_day) = 3 and week_of_month is null
      when 'month' then num_nonnulls(weekday, week_of_month, first_day) = 3 and every_weeks is null
      else frequency is null
        and num_nonnulls(weekday, every_weeks, week_of_month, first_day, last_day) = 0
        and left_out = '{}'
    end
  ),
  constraint a_rule_has_a_date check (
    frequency is null
    or cardinality(
      public.series_dates(frequency, weekday, every_weeks, week_of_month, first_day, last_day, left_out, first_day, 1)
    ) = 1
  ),
  constraint a_weekday_is_1_to_7 check (weekday between 1 and 7),
  constraint days_have_years_of_four_digits check (
    first_day >= '2000-01-01' and first_day < '9999-01-01' and last_day < '9999-01-01'
  ),
  constraint editions_ahead_are_1_to_12 check (editions_ahead between 1 and 12),
  constraint every_weeks_is_1_to_52 check (every_weeks between 1 and 52),
  constraint key_has_at_most_60_characters check (char_length(key) <= 60),
  constraint left_out_are_at_most_100 check (cardinality(left_out) <= 100),
  constraint name_has_1_to_100_characters check (btrim(name) <> '' and public.visible_length(name) <= 100),
  constraint week_of_month_is_1_to_4_or_the_last check (week_of_month in (1, 2, 3, 4, -1))
);

comment on table public.series is
  'Series of events, and the rule by which the next editions are made. Visitors see series with a published edition.';
comment on column public.series.about is 'What the series is about: paragraphs separated by blank lines.';
comment on column public.series.template_id is
  'The event whose texts, place, hours and settings an edition copies, as they were when it was chosen, or at'
  ' template_at.';
comment on column public.series.frequency is
  'weeks: every every_weeks weeks; month: in the week_of_month-th week; null for no rule.';
comment on column public.series.weekday is '1 for Monday to 7 for Sunday.';
comment on column public.series.week_of_month is 'The first to fourth such weekday of a month; -1 for the last.';
comment on column public.series.first_day is
  'No edition is before this day; weeks are counted from the first such weekday on or after it.';
comment on column public.series.last_day is 'No edition is after this day; null for no end.';
comment on column public.series.left_out is 'Dates of the rule without an edition.';
comment on column public.series.editions_ahead is 'For how many of the next dates editions are made.';
comment on column public.series.template_at is
  'When the template was last copied again in its then current state; null if it was not.';
comment on column public.series.publishes is 'Whether editions are made published rather than as drafts.';
comment on column public.series.folded_name is
  'The name without case, spaces and punctuation; must be unique among series.';

create index series_of_a_template on public.series (template_id);

alter table public.series enable row level security;


create table private.occurrences (
  series_id uuid not null,
  day date not null,
  event_id uuid unique,
  made_at timestamptz not null default now(),
  constraint occurrences_pkey primary key (series_id, day),
  constraint occurrences_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade
);

comment on table private.occurrences is
  'Dates of the rule of a series that have had their edition, even if it was moved, canceled or deleted since, so that'
  ' no date gets another one.';
comment on column private.occurrences.day is 'The date that the rule gave.';
comment on column private.occurrences.event_id is 'The edition; null once it is deleted.';

alter table private.occurrences enable row level security;


create table private.series_templates (
  series_id uuid not null,
  event jsonb not null,
  constraint series_templates_pkey primary key (series_id),
  constraint series_templates_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade
);

comment on table private.series_templates is
  'What the next editions of a series are made from: a snapshot of its template from when it was chosen, with changes'
  ' made for all later editions since.';
comment on column private.series_templates.event is 'A row of events as JSON.';

alter table private.series_templates enable row level security;


create table private.series_subscriptions (
  id uuid default gen_random_uuid() primary key,
  series_id uuid not null,
  email public.email_address not null,
  consent_version text not null,
  requested_at timestamptz not null default now(),
  confirm_by timestamptz,
  confirmed_at timestamptz,
  came_by public.slug,
  constraint came_by_has_at_most_70_characters check (char_length(came_by) <= 70),
  constraint series_subscriptions_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade,
  constraint confirmed_or_to_be_confirmed check (num_nonnulls(confirm_by, confirmed_at) = 1),
  constraint series_subscriptions_consent_version_check check (char_length(consent_version) <= 40)
);

comment on table private.series_subscriptions is
  'People who get an email about new editions of a series. Unsubscribing erases the row.';
comment on column private.series_subscriptions.requested_at is
  'When it was last requested, with the consent text of consent_version.';
comment on column private.series_subscriptions.confirm_by is
  'Until when the address has to be confirmed before it is erased; null once it is confirmed.';

comment on column private.series_subscriptions.came_by is
  'The slug of the named link that led to the form; null if there was none.';

create unique index one_subscription_per_series_and_address on private.series_subscriptions (series_id, lower(email));
create index series_subscriptions_of_an_address on private.series_subscriptions (lower(email));
create index series_subscriptions_to_confirm on private.series_subscriptions (confirm_by) where confirm_by is not null;

alter table private.series_subscriptions enable row level security;


create table private.series_links (
  token_digest public.digest primary key,
  subscription_id uuid not null,
  constraint series_links_subscription_id_fkey foreign key (subscription_id)
    references private.series_subscriptions(id) on delete cascade
);

comment on table private.series_links is
  'SHA-256 of the tokens that lead to the page of a subscription. The tokens themselves are only in emails.';

create index series_links_of_a_subscription on private.series_links (subscription_id);

alter table private.series_links enable row level security;


create table private.announced_editions (
  event_id uuid primary key,
  series_id uuid not null,
  seen_at timestamptz not null default now(),
  announcement bigint,
  constraint announced_editions_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade,
  constraint announced_editions_announcement_check check (announcement > 0)
);

comment on table private.announced_editions is
  'Editions that subscribers are or were notified of: each event once, even if it is unpublished and published again,'
  ' or moved to another series.';
comment on column private.announced_editions.seen_at is 'When the job first saw it published.';
comment on column private.announced_editions.announcement is
  'The occurrence of the emails about it, the same for all editions announced together: their time in seconds since'
  ' 1970; null while it waits.';

create index announced_editions_of_a_series on private.announced_editions (series_id, announcement);

alter table private.announced_editions enable row level security;
