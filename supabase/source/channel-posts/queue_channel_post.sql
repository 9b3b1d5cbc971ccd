-- Queues a post about an event, an article or an issue for a channel. Returns queued, already-queued if a form with
-- this id was submitted before, or not-public if visitors cannot read what the post is about.
create function public.queue_channel_post(
  p_id uuid,
  p_channel text,
  p_text text,
  p_event uuid default null,
  p_article uuid default null,
  p_issue uuid default null
) returns public.queue_channel_post_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (
    select from public.events e where e.id = p_event and e.is_listed
    union all
    select from public.articles a
    where a.id = p_article and private.state_of_article(a.published_at, a.trashed_at) = 'published'
    union all
    select from public.newsletter_issues i where i.id = p_issue and i.sent_at is not null
  ) then
    return 'not-public';
  end if;
  insert into public.channel_posts (id, channel, text, event_id, article_id, issue_id)
    values (p_id, p_channel, p_text, p_event, p_article, p_issue)
    on conflict (id) do nothing;
  return case when found then 'queued' else 'already-queued' end::public.queue_channel_post_outcome;
end;
$$;

-- for admins: writes what is posted to channels
grant execute on function public.queue_channel_post to authenticated;
