-- Pauses an issue, so that no further batch begins, or resumes it. Returns false for an issue that was not sent.
create function public.pause_issue(p_id uuid, p_paused boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.newsletter_issues i
    set paused_at = case when p_paused then coalesce(i.paused_at, now()) end,
      next_batch_at = case when p_paused then i.next_batch_at end,
      last_error = case when p_paused then i.last_error end
    where i.id = p_id and i.sent_at is not null;
  return found;
end;
$$;

-- for admins: writes that an issue pauses or resumes
grant execute on function public.pause_issue to authenticated;
