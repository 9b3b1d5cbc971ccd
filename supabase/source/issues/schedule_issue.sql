-- Stores, for the admin p_actor, what the Worker has rendered from a draft, as the admin saw it (p_version is its
-- updated_at), to be sent at p_at, or at once if that is null or past; if it goes to more than 5,000 people, cron sends
-- it. Returns sent, scheduled, changed, already-scheduled or not-found.
create function public.schedule_issue(
  p_actor uuid,
  p_id uuid,
  p_version timestamptz,
  p_at timestamptz,
  p_html text,
  p_renderer text,
  p_letter jsonb
) returns public.schedule_issue_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not exists (select from public.admin_users a where a.id = p_actor) then
    raise exception 'only admins send issues' using errcode = 'insufficient_privilege';
  end if;
  -- The audit log must name the admin as the actor, since the Worker makes the call.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);
  select * into issue from public.newsletter_issues i where i.id = p_id for update;
  if not found then
    return 'not-found';
  elsif issue.scheduled_at is not null then
    return 'already-scheduled';
  elsif issue.updated_at is distinct from p_version then
    return 'changed';
  end if;
  update public.newsletter_issues i
    set scheduled_at = greatest(coalesce(p_at, now()), now()), html = p_html, renderer = p_renderer, letter = p_letter
    where i.id = p_id;
  if coalesce(p_at, now()) > now() then
    return 'scheduled';
  end if;
  -- Enqueuing many emails takes longer than a request may; cron does it within a minute.
  if (
    select count(*) > 5000
    from public.newsletter_subscribers s
    where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
  )
  then
    return 'sent';
  end if;
  perform private.begin_issue(issue.number);
  return 'sent';
end;
$$;

grant execute on function public.schedule_issue to service_role;
