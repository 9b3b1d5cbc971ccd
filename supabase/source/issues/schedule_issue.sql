create function public.schedule_issue(p_id uuid, p_version timestamptz, p_at timestamptz, p_letter jsonb) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not public.is_admin() then
    raise exception 'only admins send issues' using errcode = 'insufficient_privilege';
  end if;
  select * into issue from public.newsletter_issues i where i.id = p_id for update;
  if not found then
    return 'not-found';
  elsif issue.scheduled_at is not null then
    return 'already-scheduled';
  elsif issue.updated_at is distinct from p_version then
    return 'changed';
  end if;
  update public.newsletter_issues i set scheduled_at = greatest(coalesce(p_at, now()), now()), letter = p_letter where i.id = p_id;
  if coalesce(p_at, now()) > now() then
    return 'scheduled';
  end if;
  perform private.begin_issue(issue.number);
  return 'sent';
end;
$$;

comment on function public.schedule_issue(uuid, timestamptz, timestamptz, jsonb) is
  'Freezes the letter of a draft, as the admin saw it (p_version is its updated_at), to be sent at p_at, or at once where that is null or past. Answers sent, scheduled, changed, already-scheduled or not-found.';

grant execute on function public.schedule_issue(uuid, timestamptz, timestamptz, jsonb) to authenticated;
