create table private.search_items (
  item_id uuid not null,
  visible_from timestamptz not null default '-infinity',
  ahead_until timestamptz not null default 'infinity',
  shown_at timestamptz,
  kind text not null,
  title text not null,
  summary text not null default '',
  sentences text not null default '',
  leads_to text not null,
  details jsonb not null default '{}',
  folded text generated always as (private.fold_lines(sentences)) stored not null,
  lexemes tsvector generated always as (private.search_lexemes(title, summary, sentences)) stored not null,
  constraint search_items_pkey primary key (kind, item_id),
  constraint search_items_kind_check check (
    kind in ('event', 'series', 'talk', 'resource', 'article', 'guide', 'issue')
  )
);

comment on table private.search_items is
  'The index of /search: a row for each item that visitors may read, or will from visible_from on, kept by the'
  ' triggers of each feature. Fixed-length columns come first, because a search for a common word reads them for all'
  ' rows.';
comment on column private.search_items.ahead_until is
  'From then on it ranks after upcoming items; infinity if it has no date.';
comment on column private.search_items.shown_at is
  'When an event or a talk begins, and when an article or an issue was published; null for all others.';
comment on column private.search_items.sentences is 'Summary and text, one sentence per line.';
comment on column private.search_items.leads_to is
  'Key or slug of its page; for a talk, the key of its event; for a resource, its URL; for a library tab, its path.';
comment on column private.search_items.details is 'What a result shows besides its text.';
comment on column private.search_items.folded is 'The sentences as fold_words returns them, in the same lines.';
comment on column private.search_items.lexemes is 'The result of search_lexemes.';

create index search_items_by_lexeme on private.search_items using gin (lexemes) with (fastupdate = off);

alter table private.search_items enable row level security;
