-- The library of pictures: events, articles, founders and social cards show them. Their files lie in the bucket event-images, which
-- is named for the posters that were its first, and the Worker serves them below /uploads.
create table public.pictures (
  id uuid primary key default gen_random_uuid(),
  path text not null unique constraint path_is_of_an_upload check (
    path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$'
  ),
  alt text not null constraint alt_has_1_to_300_characters check (btrim(alt) <> '' and public.visible_length(alt) <= 300 and alt !~ '[[:cntrl:]]'),
  width integer not null check (width between 1 and 20000),
  height integer not null check (height between 1 and 20000),
  bytes integer check (bytes between 1 and 5242880),
  focus text not null default 'center' constraint focus_is_a_ninth check (
    focus in ('top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right')
  ),
  search_text text not null generated always as (public.fold(alt)) stored,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

comment on table public.pictures is 'Pictures of the site. Its address says the size of a file, and the widths of the WebP files that lie beside it: /uploads/{id}-{width}x{height}_{width}_{width}.jpg.';
comment on column public.pictures.alt is 'What it shows, for people who cannot see it. Whoever shows it takes a copy, and may say it otherwise.';
comment on column public.pictures.bytes is 'Of the file itself; null for posters that are older than the library.';
comment on column public.pictures.focus is 'The ninth of it that stays in sight where a picture is cropped.';
comment on column public.pictures.search_text is 'Folded description, which the list in the admin area searches.';

create index pictures_by_age on public.pictures using btree (created_at desc, id);

alter table public.pictures enable row level security;
revoke all on public.pictures from public, anon, authenticated, service_role;
grant select on public.pictures to authenticated;
grant insert (id, path, alt, width, height, bytes, focus) on public.pictures to authenticated;
grant update (alt, focus) on public.pictures to authenticated;

create policy "Admins read all pictures" on public.pictures for select to authenticated using ((select public.is_admin()));
create policy "Admins add pictures" on public.pictures for insert to authenticated with check ((select public.is_admin()));
create policy "Admins change pictures" on public.pictures
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));

create trigger audit_delete after delete on public.pictures referencing old table as old_rows for each statement execute function public.audit();
create trigger audit_insert after insert on public.pictures referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.pictures referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger set_updated_at before update on public.pictures for each row execute function public.set_updated_at();

create function public.shows_picture(p_text text, p_path text)
 returns boolean
 language sql
 immutable
 set search_path = ''
return strpos(p_text, substring(p_path from '[0-9a-f]{32}')) > 0;

comment on function public.shows_picture(text, text) is 'Whether a text names a picture, or one of the smaller ones beside it.';
revoke all on function public.shows_picture(text, text) from public;

create function public.picture_uses(p_path text)
 returns jsonb
 language sql
 stable
 set search_path = ''
as $function$
  select coalesce(jsonb_agg(to_jsonb(u) order by u.kind, u.title, u.id), '[]')
  from (
    select 'event' as kind, e.id::text as id, e.title from public.events e where public.shows_picture(e.poster_path, p_path)
    union
    select a.kind, a.id::text, r.title
      from public.articles a
      join public.article_revisions r on r.article_id = a.id and r.number in (a.revision, a.published_revision)
      where public.shows_picture(r.picture_path, p_path) or public.shows_picture(r.markdown, p_path)
    union
    select 'site', s.id, '' from public.site_settings s where public.shows_picture(s.settings::text, p_path)
  ) u
$function$;

comment on function public.picture_uses(text) is 'What shows a picture: [{kind: event, article, guide or site, id, title}]; of articles the latest text and the published one.';
revoke all on function public.picture_uses(text) from public;

create function public.admin_picture(p_id uuid)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins see the library of pictures' using errcode = 'insufficient_privilege';
  end if;
  return (
    select to_jsonb(p) - 'search_text' || jsonb_build_object('uses', public.picture_uses(p.path)) from public.pictures p where p.id = p_id
  );
end;
$function$;

comment on function public.admin_picture(uuid) is 'For admins: a picture with what shows it: {its columns, uses}, as picture_uses says; null when there is none.';
revoke all on function public.admin_picture(uuid) from public;
grant execute on function public.admin_picture(uuid) to authenticated;

create function public.delete_picture(p_id uuid, p_version timestamp with time zone)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  picture public.pictures;
begin
  if not public.is_admin() then
    raise exception 'only admins delete pictures' using errcode = 'insufficient_privilege';
  end if;
  select * into picture from public.pictures p where p.id = p_id for update;
  if not found then
    return 'not-found';
  elsif picture.updated_at is distinct from p_version then
    return 'changed';
  elsif public.picture_uses(picture.path) <> '[]' then
    return 'used';
  end if;
  delete from public.pictures p where p.id = p_id;
  return 'deleted';
end;
$function$;

comment on function public.delete_picture(uuid, timestamp with time zone) is 'Takes a picture that nothing shows out of the library; its files are the caller''s to remove. p_version is the updated_at that the admin saw. Answers deleted, used, changed or not-found.';
revoke all on function public.delete_picture(uuid, timestamp with time zone) from public;
grant execute on function public.delete_picture(uuid, timestamp with time zone) to authenticated;

-- Posters that were uploaded before there was a library.
update public.events e
set poster_path = '/uploads/' || substring(e.poster_path from '[^/]+$')
where e.poster_path ~ '/storage/v1/object/public/event-images/[0-9a-f]{32}(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$';

insert into public.pictures (id, path, alt, width, height)
select distinct on (e.poster_path)
  substring(e.poster_path from '[0-9a-f]{32}')::uuid,
  e.poster_path,
  coalesce(nullif(btrim(left(regexp_replace(e.poster_alt, '[[:cntrl:]]+', ' ', 'g'), 300)), ''), 'Poster'),
  e.poster_width,
  e.poster_height
from public.events e
where e.poster_path ~ '^/uploads/[0-9a-f]{32}(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$'
order by e.poster_path, e.updated_at desc;

-- Editors read what the log says about pictures. The list is extended where it stands, whatever else has been added to it.
do $$
declare
  before constant text := (
    select pg_get_expr(p.polqual, p.polrelid)
    from pg_catalog.pg_policy p
    where p.polrelid = 'public.audit_log'::regclass and p.polname = 'Owners read the audit log, editors what is theirs of it'
  );
  after constant text := replace(before, '''articles''::text', '''articles''::text, ''pictures''::text');
begin
  if before = after then
    raise exception 'the policy of the audit log has no list of tables';
  end if;
  execute format('alter policy %I on public.audit_log using (%s)', 'Owners read the audit log, editors what is theirs of it', after);
end;
$$;
