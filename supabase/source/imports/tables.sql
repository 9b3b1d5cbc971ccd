create table private.imports (
  id uuid primary key,
  kind text not null,
  source text not null,
  agreed_text text,
  columns text[] not null,
  mapping jsonb not null,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  departures jsonb not null default '{"columns": {}, "words": {}}',
  choices jsonb not null default '{}',
  event_id uuid,
  constraint agreed_text_has_1_to_500_characters check (
    btrim(agreed_text) <> '' and public.visible_length(agreed_text) <= 500
  ),
  constraint imports_columns_check check (cardinality(columns) between 1 and 100),
  constraint imports_kind_check check (kind in ('subscribers', 'resources', 'events', 'guests')),
  constraint file_name_has_at_most_100_characters check (char_length(choices ->> 'file') <= 100),
  constraint guests_are_of_an_event check ((event_id is not null) = (kind = 'guests')),
  constraint people_have_agreed_to_something check (
    case kind
      when 'guests' then (agreed_text is not null) = (choices ->> 'guests' = 'coming')
      else (agreed_text is not null) = (kind = 'subscribers')
    end
  ),
  constraint source_has_1_to_100_characters check (btrim(source) <> '' and public.visible_length(source) <= 100),
  constraint undone_after_it_was_applied check (undone_at >= applied_at)
);

comment on table private.imports is
  'Imported files: staged for a day, and kept after they were applied for the hour in which that can be undone.';
comment on column private.imports.id is 'Made with the form, so that a form submitted twice makes one import.';
comment on column private.imports.source is 'Where the rows come from, according to an admin.';
comment on column private.imports.agreed_text is 'What the people of the file agreed to there, according to an admin.';
comment on column private.imports.columns is 'The column names from the first line of the file.';
comment on column private.imports.mapping is 'Which of the columns, counted from 0, holds what, e.g. {email: 0}.';

comment on column private.imports.event_id is 'The event that the guests of a list on paper come to.';
comment on column private.imports.departures is
  'How the columns of a file of people say who left, and the words in them that we do not know.';
comment on column private.imports.choices is
  'The name of the file, how all of it is read, and what was left out of it: {file, day_order, encoding, with,'
  ' folders, repeats, notes}; for guests also whether they came or are coming, and whether emails are sent.';

create index imports_of_an_event on private.imports (event_id) where event_id is not null;
create index imports_in_order on private.imports (created_at, id);

alter table private.imports enable row level security;


create table private.import_rows (
  import_id uuid not null,
  line integer not null,
  cells jsonb,
  email text,
  address_key public.keyed_digest,
  checked jsonb,
  state text not null default 'new',
  reason text,
  row_id uuid,
  made_at timestamptz,
  changes jsonb,
  refusal public.import_refusal,
  constraint import_rows_pkey primary key (import_id, line),
  constraint import_rows_import_id_fkey foreign key (import_id) references private.imports(id) on delete cascade,
  constraint import_rows_reason_check check (char_length(reason) <= 300),
  constraint import_rows_state_check check (state in ('new', 'there', 'changed', 'refused')),
  constraint made_rows_are_known check (made_at is null or row_id is not null),
  constraint only_refused_rows_are_refused check (
    (refusal is not null) = (state = 'refused') and (reason is null or refusal is not null)
  ),
  constraint only_changed_rows_have_changes check ((changes is not null) = (state = 'changed'))
);

comment on table private.import_rows is
  'The lines of a staged file. Once it is applied, their contents are deleted; only the rows they became or'
  ' changed remain recorded.';
comment on column private.import_rows.line is 'Line number in the file, counted from 1.';
comment on column private.import_rows.cells is 'The contents of the line, by column.';
comment on column private.import_rows.checked is
  'What the line would become, after the checks of its kind; null if they refuse it.';
comment on column private.import_rows.reason is 'Why it is refused, as a sentence; null if the refusal says enough.';
comment on column private.import_rows.row_id is 'The row it has become; for a changed line, the row it is about.';
comment on column private.import_rows.made_at is
  'The updated_at of that row when it was made or changed; if it differs now, someone has touched the row since.'
  ' Null again once that is undone.';
comment on column private.import_rows.changes is 'What it changes of the existing row: {field: [before, said]}.';

create index import_rows_of_an_address on private.import_rows (lower(email)) where email is not null;

alter table private.import_rows enable row level security;
