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
  -- The log shall say whose work this is, not that the Worker asked.
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
  -- To enqueue many mails takes longer than the press of a button may: cron does it within a minute.
  if (select count(*) > 5000 from public.newsletter_subscribers s where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)) then
    return 'sent';
  end if;
  perform private.begin_issue(issue.number);
  return 'sent';
end;
$$;

comment on function public.schedule_issue(uuid, uuid, timestamptz, timestamptz, text, text, jsonb) is
  'For the admin p_actor: keeps what the Worker has made of a draft, as the admin saw it (p_version is its updated_at), to be sent at p_at, or at once where that is null or past: by cron where it goes to more than 5,000. Answers sent, scheduled, changed, already-scheduled or not-found.';

grant execute on function public.schedule_issue(uuid, uuid, timestamptz, timestamptz, text, text, jsonb) to service_role;
