create table public.series (
  id uuid default gen_random_uuid() primary key,
  key text not null unique,
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
    coalesce(nullif(regexp_replace(public.fold(name), '[[:space:][:punct:]\u0300-\u036F\u2010-\u201F]+', '', 'g'), ''), name)
  ) stored not null,
  template_at timestamptz,
  constraint one_series_of_a_name unique (folded_name),
  constraint about_has_at_most_5000_characters check (public.visible_length(about) <= 5000),
  constraint a_rule_is_whole check (
    case frequency
      when 'weeks' then num_nonnulls(weekday, every_weeks, first_day) = 3 and week_of_month is null
      when 'month' then num_nonnulls(weekday, week_of_month, first_day) = 3 and every_weeks is null
      else frequency is null and num_nonnulls(weekday, every_weeks, week_of_month, first_day, last_day) = 0 and left_out = '{}'
    end
  ),
  constraint a_rule_has_a_date check (
    frequency is null
    or cardinality(public.series_dates(frequency, weekday, every_weeks, week_of_month, first_day, last_day, left_out, first_day, 1)) = 1
  ),
  constraint a_weekday_is_1_to_7 check (weekday >= 1 and weekday <= 7),
  constraint days_have_years_of_four_digits check (first_day >= '2000-01-01'::date and first_day < '9999-01-01'::date and last_day < '9999-01-01'::date),
  constraint editions_ahead_are_1_to_12 check (editions_ahead >= 1 and editions_ahead <= 12),
  constraint every_weeks_is_1_to_52 check (every_weeks >= 1 and every_weeks <= 52),
  constraint key_is_a_slug check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  constraint left_out_are_at_most_100 check (cardinality(left_out) <= 100),
  constraint name_has_1_to_100_characters check (btrim(name) <> '' and public.visible_length(name) <= 100),
  constraint week_of_month_is_1_to_4_or_the_last check (week_of_month in (1, 2, 3, 4, -1))
);

comment on table public.series is 'What events are editions of, and by which rule the next ones are made. Visitors see those with a published edition.';
comment on column public.series.about is 'What it is, in paragraphs, separated by blank lines.';
comment on column public.series.template_id is
  'The event whose words, place, hours and settings an edition takes, as they were when it was chosen, or at template_at.';
comment on column public.series.frequency is 'weeks: every every_weeks weeks; month: in the week_of_month-th week; null for no rule.';
comment on column public.series.weekday is '1 for Monday to 7 for Sunday.';
comment on column public.series.week_of_month is 'First to fourth time of the weekday in a month; -1 for the last.';
comment on column public.series.first_day is 'No edition is before it; weeks are counted from the first weekday on or after it.';
comment on column public.series.last_day is 'No edition is after it; null for no end.';
comment on column public.series.left_out is 'Days of the rule without an edition.';
comment on column public.series.editions_ahead is 'How many dates ahead have their edition.';
comment on column public.series.template_at is 'When the event was copied again as it was then; null where it was not.';
comment on column public.series.publishes is 'Whether editions are made published, and not as drafts.';
comment on column public.series.folded_name is 'The name without case, spaces and marks, in which two series differ.';

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
  'Days of the rule of a series that have had their edition, also when it was moved, canceled or deleted since: no day gets another one.';
comment on column private.occurrences.day is 'The day that the rule said.';
comment on column private.occurrences.event_id is 'The edition; null once it is deleted.';

alter table private.occurrences enable row level security;


create table private.series_templates (
  series_id uuid not null,
  event jsonb not null,
  constraint series_templates_pkey primary key (series_id),
  constraint series_templates_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade
);

comment on table private.series_templates is
  'What the next editions of a series are made from: its template as it was when it was chosen, with what was changed for all later editions since.';
comment on column private.series_templates.event is 'A row of events.';

alter table private.series_templates enable row level security;
