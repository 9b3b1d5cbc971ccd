-- Articles and guides, each with every text that it has ever had. No column says whether visitors read an article: its time
-- of publication has come, or not, so that nothing has to run at that time.
create table public.articles (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('article', 'guide')),
  slug text not null constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  revision integer not null check (revision > 0),
  published_revision integer,
  published_at timestamp with time zone,
  change_note text constraint change_note_has_1_to_300_characters check (btrim(change_note) <> '' and public.visible_length(change_note) <= 300 and change_note !~ '[[:cntrl:]]'),
  changed_at timestamp with time zone,
  trashed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint one_article_per_address unique (kind, slug),
  constraint events_have_the_address_of_a_guide check (kind <> 'guide' or slug <> 'events'),
  constraint published_with_its_revision check ((published_at is null) = (published_revision is null)),
  constraint published_is_a_revision check (published_revision between 1 and revision),
  constraint a_change_has_its_time check ((change_note is null) = (changed_at is null))
);

comment on table public.articles is 'Articles (/insights/{slug}) and guides (/resources/{slug}). Visitors read those whose time of publication has come, in the words of their published revision.';
comment on column public.articles.revision is 'Number of the latest revision, which may not be published.';
comment on column public.articles.published_revision is 'Number of the revision that visitors read from published_at on.';
comment on column public.articles.published_at is 'Null for a draft, to come for what is scheduled.';
comment on column public.articles.change_note is 'What an admin told readers of the latest change, and in changed_at when.';

create index articles_in_public on public.articles using btree (kind, published_at) where published_at is not null and trashed_at is null;
create index articles_by_change on public.articles using btree (updated_at desc, id);

create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null references public.articles on delete cascade,
  number integer not null check (number > 0),
  slug text not null constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  title text not null constraint title_has_1_to_150_characters check (btrim(title) <> '' and public.visible_length(title) <= 150 and title !~ '[[:cntrl:]]'),
  excerpt text not null constraint excerpt_has_1_to_300_characters check (btrim(excerpt) <> '' and public.visible_length(excerpt) <= 300 and excerpt !~ '[[:cntrl:]]'),
  category text constraint category_has_1_to_60_characters check (btrim(category) <> '' and public.visible_length(category) <= 60 and category !~ '[[:cntrl:]]'),
  author text constraint author_has_1_to_100_characters check (btrim(author) <> '' and public.visible_length(author) <= 100 and author !~ '[[:cntrl:]]'),
  shown_on date,
  picture_path text constraint picture_is_of_this_site check (picture_path ~ '^/(Images|uploads)/[^[:space:]\\]+$' and char_length(picture_path) <= 200),
  picture_alt text constraint picture_alt_has_1_to_300_characters check (btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300 and picture_alt !~ '[[:cntrl:]]'),
  markdown text not null constraint markdown_has_1_to_100000_characters check (btrim(markdown) <> '' and public.visible_length(markdown) <= 100000 and char_length(markdown) <= 400000),
  html text not null check (octet_length(html) <= 5000000),
  outline jsonb not null check (jsonb_typeof(outline) = 'array'),
  words integer not null check (words >= 0),
  renderer text not null check (char_length(renderer) between 1 and 60),
  published_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint one_revision_per_number unique (article_id, number),
  constraint a_picture_is_described check ((picture_path is null) = (picture_alt is null))
);

comment on table public.article_revisions is 'Every text that an article has had; none is changed but for the HTML, which a newer renderer makes anew.';
comment on column public.article_revisions.slug is 'The address that the article gets when this revision is published.';
comment on column public.article_revisions.shown_on is 'The day that readers see; null for the day of publication.';
comment on column public.article_revisions.outline is 'Headings of the second level: [{id, text}].';
comment on column public.article_revisions.words is 'Of the text, for the reading time.';
comment on column public.article_revisions.renderer is 'Made html, outline and words of the Markdown.';
comment on column public.article_revisions.published_at is 'When visitors first read it, or are to.';
comment on column public.article_revisions.created_by is 'The admin; null for what came with the site. No foreign key, as in the log.';

create table public.article_old_slugs (
  kind text not null check (kind in ('article', 'guide')),
  slug text not null constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  article_id uuid not null references public.articles on delete cascade,
  primary key (kind, slug)
);

comment on table public.article_old_slugs is 'Addresses that articles had before: they lead to the article, whatever its address is now. An address that an article has is never here.';

create index article_old_slugs_of_an_article on public.article_old_slugs using btree (article_id);

create function public.note_article_slug()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  delete from public.article_old_slugs o where o.kind = new.kind and o.slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into public.article_old_slugs (kind, slug, article_id) values (old.kind, old.slug, new.id)
      on conflict (kind, slug) do update set article_id = excluded.article_id;
  end if;
  return null;
end;
$function$;

comment on function public.note_article_slug() is 'Trigger: keeps the address that an article had, and forgets it once an article has it again.';
revoke all on function public.note_article_slug() from public, anon, authenticated, service_role;

create trigger note_slug_added after insert on public.articles for each row execute function public.note_article_slug();
create trigger note_slug_changed after update on public.articles for each row when (old.slug is distinct from new.slug) execute function public.note_article_slug();
create trigger audit_delete after delete on public.articles referencing old table as old_rows for each statement execute function public.audit();
create trigger audit_insert after insert on public.articles referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.articles referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger set_updated_at before update on public.articles for each row execute function public.set_updated_at();

alter table public.articles enable row level security;
alter table public.article_revisions enable row level security;
alter table public.article_old_slugs enable row level security;
revoke all on public.articles, public.article_revisions, public.article_old_slugs from public, anon, authenticated, service_role;
grant select on public.articles, public.article_revisions to authenticated;

create policy "Admins read all articles" on public.articles for select to authenticated using ((select public.is_admin()));
create policy "Admins read all revisions" on public.article_revisions for select to authenticated using ((select public.is_admin()));

create function public.day_of_article(p_shown_on date, p_published_at timestamp with time zone)
 returns date
 language sql
 immutable
 set search_path = ''
return coalesce(p_shown_on, (p_published_at at time zone 'Pacific/Honolulu')::date);

comment on function public.day_of_article(date, timestamp with time zone) is 'The day that readers see with an article.';
revoke all on function public.day_of_article(date, timestamp with time zone) from public;

create function public.told_of_article(p_id uuid)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object(
    'slug', a.slug,
    'title', r.title,
    'excerpt', r.excerpt,
    'category', r.category,
    'author', r.author,
    'date', public.day_of_article(r.shown_on, a.published_at),
    'picture_path', r.picture_path,
    'picture_alt', r.picture_alt,
    'words', r.words,
    'change_note', a.change_note,
    'changed_at', a.changed_at
  )
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
  where a.id = p_id
);

comment on function public.told_of_article(uuid) is 'What lists and feeds say of an article.';
revoke all on function public.told_of_article(uuid) from public;

create function public.articles_page(p_kind text, p_page integer, p_size integer)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return (
  with known as (
    select a.id, a.slug, a.published_at, public.day_of_article(r.shown_on, a.published_at) as day
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
    where a.kind = p_kind and a.published_at <= now() and a.trashed_at is null
  ),
  counted as (
    select count(*)::integer as total, case when (p_page - 1) * p_size < count(*) then p_page else 1 end as page from known
  ),
  shown as (
    select k.*
    from known k
    order by k.day desc, k.published_at desc, k.slug
    limit p_size offset ((select page from counted) - 1) * p_size
  )
  select jsonb_build_object(
    'total', counted.total,
    'page', counted.page,
    'articles', (select coalesce(jsonb_agg(public.told_of_article(s.id) order by s.day desc, s.published_at desc, s.slug), '[]') from shown s),
    'next_at', (
      select min(a.published_at) from public.articles a
      where a.kind = p_kind and a.published_at > now() and a.trashed_at is null
    )
  )
  from counted
);

comment on function public.articles_page(text, integer, integer) is 'A page of the published articles or guides, the newest first; one behind the last is the first: {total, page, articles: [{slug, title, excerpt, category, author, date, picture_path, picture_alt, words, change_note, changed_at}], next_at}. next_at is when another one is published, null for none.';
revoke all on function public.articles_page(text, integer, integer) from public;
grant execute on function public.articles_page(text, integer, integer) to service_role;

create function public.article_page(p_kind text, p_slug text, p_renderer text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce(
  (
    select public.told_of_article(a.id) || jsonb_build_object(
      'html', r.html,
      'outline', r.outline,
      'stale', case when r.renderer <> p_renderer then jsonb_build_object('revision', r.id, 'markdown', r.markdown) end,
      'others', public.articles_page(p_kind, 1, 5) -> 'articles'
    )
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
    where a.kind = p_kind and a.slug = p_slug and a.published_at <= now() and a.trashed_at is null
  ),
  (
    select jsonb_build_object('moved_to', a.slug)
    from public.article_old_slugs o
    join public.articles a on a.id = o.article_id
    where o.kind = p_kind and o.slug = p_slug and a.published_at <= now() and a.trashed_at is null
  ),
  '{}'
);

comment on function public.article_page(text, text, text) is 'A published article with its HTML and outline, and the five newest: the fields of articles_page, html, outline, others, and stale ({revision, markdown}) where another renderer than p_renderer made the HTML. {moved_to} for an address that a published article had before; an empty object for any other.';
revoke all on function public.article_page(text, text, text) from public;
grant execute on function public.article_page(text, text, text) to service_role;

create function public.keep_article_html(p_revision bigint, p_html text, p_outline jsonb, p_words integer, p_renderer text)
 returns void
 language sql
 security definer
 set search_path = ''
as $function$
  update public.article_revisions r
    set html = p_html, outline = p_outline, words = p_words, renderer = p_renderer
    where r.id = p_revision;
$function$;

comment on function public.keep_article_html(bigint, text, jsonb, integer, text) is 'Keeps what a newer renderer has made of a revision.';
revoke all on function public.keep_article_html(bigint, text, jsonb, integer, text) from public;
grant execute on function public.keep_article_html(bigint, text, jsonb, integer, text) to service_role;

create or replace function public.sitemap()
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return jsonb_build_object(
  'events', (
    select coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'updated_at', e.updated_at) order by e.starts_at desc nulls last, e.key), '[]')
    from (select * from public.events where is_published order by starts_at desc limit 1000) e
  ),
  'issues', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', i.slug, 'sent_at', i.sent_at) order by i.sent_at desc), '[]')
    from (select * from public.newsletter_issues where sent_at is not null order by sent_at desc limit 1000) i
  ),
  'articles', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', each -> 'slug', 'date', each -> 'date', 'changed_at', each -> 'changed_at') order by place), '[]')
    from jsonb_array_elements(public.articles_page('article', 1, 1000) -> 'articles') with ordinality as listed (each, place)
  ),
  'guides', (
    select coalesce(jsonb_agg(each -> 'slug' order by each ->> 'slug'), '[]')
    from jsonb_array_elements(public.articles_page('guide', 1, 1000) -> 'articles') as listed (each)
  )
);

comment on function public.sitemap() is 'What search engines may list of events, issues of the newsletter, articles and guides: {events: [{key, updated_at}], issues: [{slug, sent_at}], articles: [{slug, date, changed_at}], guides: [slug]}, 1,000 of each.';
