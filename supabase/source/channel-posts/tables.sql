create table public.channel_posts (
  id uuid primary key,
  channel text not null,
  event_id uuid,
  article_id uuid,
  issue_id uuid,
  text text not null,
  state text not null default 'due',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint about_one_thing check (num_nonnulls(event_id, article_id, issue_id) = 1),
  constraint channel_posts_channel_check check (channel in ('discord', 'mastodon', 'slack', 'telegram')),
  constraint channel_posts_last_error_check check (char_length(last_error) <= 500),
  constraint channel_posts_state_check check (state in ('due', 'sending', 'sent', 'failed', 'uncertain')),
  constraint claimed_while_it_is_sent check ((state = 'sending') = (claimed_until is not null)),
  constraint settled_unless_due check ((state in ('due', 'sending')) = (settled_at is null)),
  constraint text_has_1_to_2000_characters check (btrim(text) <> '' and char_length(text) <= 2000)
);

comment on table public.channel_posts is
  'What admins post to external channels, each once: a post that may have arrived is not sent again until an admin'
  ' decides.';
comment on column public.channel_posts.id is
  'The id made with the form, so that a form submitted twice makes one post.';
comment on column public.channel_posts.claimed_until is
  'Until when the attempt may take; if no result is recorded by then, the post becomes uncertain.';

create index channel_posts_due on public.channel_posts (next_attempt_at, id) where state in ('due', 'sending');
create index channel_posts_in_order on public.channel_posts (created_at desc, id);
create index channel_posts_settled on public.channel_posts (settled_at) where settled_at is not null;
create index channel_posts_unsettled on public.channel_posts (id) where state in ('failed', 'uncertain');
create index channel_posts_of_an_article on public.channel_posts (article_id) where article_id is not null;
create index channel_posts_of_an_event on public.channel_posts (event_id) where event_id is not null;
create index channel_posts_of_an_issue on public.channel_posts (issue_id) where issue_id is not null;

alter table public.channel_posts enable row level security;
