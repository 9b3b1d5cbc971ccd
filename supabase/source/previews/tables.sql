create table private.previews (
  token_digest public.digest primary key,
  kind text not null,
  article_id uuid,
  event_id uuid,
  expires_at timestamptz not null default now() + interval '7 days',
  made_by uuid default auth.uid(),
  constraint about_one_thing check (case kind
    when 'article' then num_nonnulls(article_id) = 1 and event_id is null
    else num_nonnulls(event_id) = 1 and article_id is null
  end),
  constraint kind_is_known check (kind in ('article', 'event', 'program'))
);

comment on table private.previews is
  'SHA-256 of the tokens of links that show an article, an event or its program to anyone who has them, published or'
  ' not. One that has expired is kept for 7 days, so that no form made before makes it again.';
comment on column private.previews.made_by is 'The admin who made it. Has no foreign key, like the audit log.';

create index previews_of_an_article on private.previews (article_id) where article_id is not null;
create index previews_of_an_event on private.previews (event_id) where event_id is not null;

alter table private.previews enable row level security;
