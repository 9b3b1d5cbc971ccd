create table public.articles (
  id uuid default gen_random_uuid() primary key,
  kind public.article_kind not null,
  slug public.slug not null,
  revision integer not null,
  published_revision integer,
  published_at timestamptz,
  change_note text,
  changed_at timestamptz,
  trashed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_article_per_address unique (kind, slug),
  constraint a_change_has_its_time check ((change_note is null) = (changed_at is null)),
  constraint articles_revision_check check (revision > 0),
  constraint change_note_has_1_to_300_characters check (
    btrim(change_note) <> '' and public.visible_length(change_note) <= 300 and change_note !~ '[[:cntrl:]]'
  ),
  constraint events_have_the_address_of_a_guide check (kind <> 'guide' or slug <> 'events'),
  constraint published_is_a_revision check (published_revision >= 1 and published_revision <= revision),
  constraint published_with_its_revision check ((published_at is null) = (published_revision is null))
);

comment on table public.articles is
  'Articles (/insights/{slug}) and guides (/resources/{slug}). Visitors read those whose publication time has'
  ' come, with the text of their published revision.';
comment on column public.articles.revision is 'Number of the latest revision, which may not be published.';
comment on column public.articles.published_revision is
  'Number of the revision that visitors read from published_at on.';
comment on column public.articles.published_at is 'Null for a draft, in the future for a scheduled article.';
comment on column public.articles.change_note is
  'What an admin told readers about the latest change; changed_at says when.';

create index articles_by_change on public.articles (updated_at desc, id);
create index articles_in_public on public.articles (kind, published_at)
  where published_at is not null and trashed_at is null;

alter table public.articles enable row level security;


create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null,
  number integer not null,
  slug public.slug not null,
  title text not null,
  excerpt text not null,
  category text,
  author text,
  shown_on date,
  picture_path text,
  picture_alt text,
  markdown text not null,
  html text not null,
  outline jsonb not null,
  words integer not null,
  renderer text not null,
  published_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint one_revision_per_number unique (article_id, number) include (shown_on),
  constraint article_revisions_article_id_fkey foreign key (article_id)
    references public.articles(id) on delete cascade,
  constraint a_picture_is_described check ((picture_path is null) = (picture_alt is null)),
  constraint article_revisions_html_check check (octet_length(html) <= 5000000),
  constraint article_revisions_number_check check (number > 0),
  constraint article_revisions_outline_check check (jsonb_typeof(outline) = 'array'),
  constraint article_revisions_renderer_check check (char_length(renderer) between 1 and 60),
  constraint article_revisions_words_check check (words >= 0),
  constraint author_has_1_to_100_characters check (
    btrim(author) <> '' and public.visible_length(author) <= 100 and author !~ '[[:cntrl:]]'
  ),
  constraint category_has_1_to_60_characters check (
    btrim(category) <> '' and public.visible_length(category) <= 60 and category !~ '[[:cntrl:]]'
  ),
  constraint excerpt_has_1_to_300_characters check (
    btrim(excerpt) <> '' and public.visible_length(excerpt) <= 300 and excerpt !~ '[[:cntrl:]]'
  ),
  constraint markdown_has_1_to_100000_characters check (
    btrim(markdown) <> '' and public.visible_length(markdown) <= 100000 and char_length(markdown) <= 400000
  ),
  constraint picture_alt_has_1_to_300_characters check (
    btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300 and picture_alt !~ '[[:cntrl:]]'
  ),
  constraint picture_is_of_this_site check (
    picture_path ~ '^/(Images|uploads)/[^[:space:]\\]+$' and char_length(picture_path) <= 200
  ),
  constraint title_has_1_to_150_characters check (
    btrim(title) <> '' and public.visible_length(title) <= 150 and title !~ '[[:cntrl:]]'
  )
);

comment on table public.article_revisions is
  'Every text that an article has had. Revisions never change, except for the HTML, which a newer renderer makes'
  ' again.';
comment on column public.article_revisions.slug is 'The address that the article gets when this revision is published.';
comment on column public.article_revisions.shown_on is 'The date that readers see; null for the day of publication.';
comment on column public.article_revisions.outline is 'Headings of the second level: [{id, text}].';
comment on column public.article_revisions.words is 'Word count of the text, for the reading time.';
comment on column public.article_revisions.renderer is
  'The renderer that made html, outline and words from the Markdown.';
comment on column public.article_revisions.published_at is 'When visitors first read it, or will.';
comment on column public.article_revisions.created_by is
  'The admin; null for articles that came with the site. Has no foreign key, like the audit log.';

create index article_revisions_with_addresses on public.article_revisions ((coalesce(
  title ~ '@|%40'
  or excerpt ~ '@|%40'
  or category ~ '@|%40'
  or author ~ '@|%40'
  or picture_path ~ '@|%40'
  or picture_alt ~ '@|%40'
  or markdown ~ '@|%40'
  or html ~ '@|%40'
  or outline::text ~ '@|%40'
  or renderer ~ '@|%40',
  false
)));
create index article_revisions_by_picture on public.article_revisions using gin (
  private.pictures_in(markdown, picture_path)
);

alter table public.article_revisions enable row level security;


create table private.article_old_slugs (
  kind public.article_kind not null,
  slug public.slug not null,
  article_id uuid not null,
  constraint article_old_slugs_pkey primary key (kind, slug),
  constraint article_old_slugs_article_id_fkey foreign key (article_id)
    references public.articles(id) on delete cascade
);

comment on table private.article_old_slugs is
  'Earlier addresses of articles. They redirect to the article''s current address as long as no other article is'
  ' published there.';

create index article_old_slugs_of_an_article on private.article_old_slugs (article_id);

alter table private.article_old_slugs enable row level security;
