-- For admins: returns how many emails are due and since when, how many wait for a later time and for the first of them
-- until when, how many are uncertain, and a page of those that are uncertain, refused, bounced or complained about
-- (p_state; empty for all of them), latest first, with the current address of the recipient. Among these, editors see
-- only emails about events and messages.
create function public.mail_overview(p_state text, p_page integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  per_page constant integer := 50;
  sees_all constant boolean := public.is_owner();
begin
  perform private.require_admin();
  return (
    with troubled as (
      select m.*, case m.state when 'unknown' then 'uncertain' else m.state end as trouble
      from public.mails m
      where (
        m.state in ('refused', 'bounced', 'complained')
          or (m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null)
      )
        and (sees_all or private.is_editors_mail(m.purpose))
    ),
    page as (
      select t.*, private.mail_content(t.purpose, t.person, t.occurrence) as content
      from (
        select * from troubled
        where p_state = '' or trouble = p_state
        order by created_at desc, id desc
        limit per_page offset (greatest(p_page, 1) - 1) * per_page
      ) t
    )
    select jsonb_build_object(
      'uncertain', (select count(*) from troubled where trouble = 'uncertain'),
      'resendable', (
        select count(*) from troubled where trouble = 'uncertain' and private.mail_stream(purpose) <> 'newsletter'
      ),
      'due', others.due + issues.due,
      'due_since', least(others.since, issues.since),
      'later', later.count,
      'later_at', later.at,
      'total', (select count(*) from troubled where p_state = '' or trouble = p_state),
      'per_page', per_page,
      'mails', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', p.id,
              'purpose', p.purpose,
              'trouble', p.trouble,
              'email', p.content ->> 'email',
              'is_queued', p.content is not null,
              'is_resendable', p.trouble = 'uncertain' and private.mail_stream(p.purpose) <> 'newsletter',
              'answer', p.last_error,
              'attempts', p.attempts,
              'created_at', p.created_at
            )
            order by p.created_at desc, p.id desc
          ),
          '[]'
        )
        from page p
      )
    )
    -- Separate queries, so that each uses its own index.
    from (
      select count(*) as due, min(m.next_attempt_at) as since
      from public.mails m
      where m.next_attempt_at <= now()
        and m.purpose <> 'newsletter-issue'
        -- Those in the strangers' queue are counted by strangers_queue.
        and not (m.queue is not distinct from 'strangers' and m.attempts = 0)
    ) others
    cross join (
      select count(*) as due, min(m.next_attempt_at) as since
      from public.mails m where m.next_attempt_at <= now() and m.purpose = 'newsletter-issue'
    ) issues
    cross join (
      select count(*) as count, min(m.next_attempt_at) as at
      from public.mails m
      where m.next_attempt_at > now() and m.purpose <> 'newsletter-issue' and m.state = 'due'
    ) later
  );
end;
$$;

-- for admins: reads emails about events and messages that failed, with addresses
grant execute on function public.mail_overview to authenticated;
