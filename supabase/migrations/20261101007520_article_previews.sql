-- Somebody without an account reads an article before it is published, by a link that runs out.
create table public.article_previews (
  token_digest text primary key constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  article_id uuid not null references public.articles on delete cascade,
  expires_at timestamp with time zone not null default now() + interval '7 days'
);

comment on table public.article_previews is 'SHA-256 of the tokens that lead to the latest text of an article, whether it is published or not. Those that have run out go when another one is made.';

create index article_previews_of_an_article on public.article_previews using btree (article_id);
alter table public.article_previews enable row level security;
revoke all on public.article_previews from public, anon, authenticated, service_role;

create function public.make_article_preview(p_id uuid, p_token_digest text)
 returns timestamp with time zone
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  until timestamp with time zone;
begin
  if not public.is_admin() then
    raise exception 'only admins show articles to others' using errcode = 'insufficient_privilege';
  end if;
  delete from public.article_previews p where p.expires_at <= now();
  insert into public.article_previews (token_digest, article_id)
    select p_token_digest, a.id from public.articles a where a.id = p_id
    on conflict (token_digest) do update set expires_at = public.article_previews.expires_at
    returning public.article_previews.expires_at into until;
  return until;
end;
$function$;

comment on function public.make_article_preview(uuid, text) is 'Makes a link that leads to the latest text of an article for 7 days, and answers until when; null where there is no such article.';
revoke all on function public.make_article_preview(uuid, text) from public;
grant execute on function public.make_article_preview(uuid, text) to authenticated;

create function public.end_article_previews(p_id uuid)
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  ended integer;
begin
  if not public.is_admin() then
    raise exception 'only admins show articles to others' using errcode = 'insufficient_privilege';
  end if;
  delete from public.article_previews p where p.article_id = p_id;
  get diagnostics ended = row_count;
  return ended;
end;
$function$;

comment on function public.end_article_previews(uuid) is 'Ends all links to the latest text of an article, and answers how many there were.';
revoke all on function public.end_article_previews(uuid) from public;
grant execute on function public.end_article_previews(uuid) to authenticated;

create function public.article_preview(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce((
  select jsonb_build_object(
    'kind', a.kind,
    'expires_at', p.expires_at,
    'article', to_jsonb(r) - array['id', 'article_id', 'number', 'created_by', 'created_at', 'published_at', 'shown_on', 'renderer', 'markdown']
      || jsonb_build_object(
        'date', public.day_of_article(r.shown_on, coalesce(a.published_at, now())),
        'change_note', a.change_note,
        'changed_at', a.changed_at
      )
  )
  from public.article_previews p
  join public.articles a on a.id = p.article_id and a.trashed_at is null
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where p.token_digest = p_token_digest and p.expires_at > now()
), '{}');

comment on function public.article_preview(text) is 'What a link to the latest text of an article shows: {kind, expires_at, article: the fields of article_page}; an empty object for one that has run out, or to an article in the trash.';
revoke all on function public.article_preview(text) from public;
grant execute on function public.article_preview(text) to service_role;
