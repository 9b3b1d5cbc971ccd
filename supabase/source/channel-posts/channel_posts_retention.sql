-- Returns how long channel_posts are kept.
create function private.channel_posts_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values ('channelPost', interval '365 days', 'public.channel_posts', 't.settled_at <= now() - $1', null);
$$;
