-- Makes a scheduled issue a draft again. Returns false when it has been sent meanwhile.
create function public.unschedule_issue(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.newsletter_issues i set scheduled_at = null, html = null, renderer = null, letter = null
    where i.id = p_id and i.scheduled_at is not null and i.sent_at is null;
  return found;
end;
$$;

-- for admins: writes that a scheduled issue is a draft again
grant execute on function public.unschedule_issue to authenticated;
