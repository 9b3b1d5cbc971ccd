-- Deletes the draft of an email in an admin's own words that the admin has read (updated_at). Returns false if it has
-- changed since, or there is none.
create function public.delete_own_words(p_event uuid, p_draft_version timestamptz) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.campaigns t
    where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null and t.updated_at = p_draft_version;
  return found;
end;
$$;

-- for admins: writes that the draft of an email about an event is gone
grant execute on function public.delete_own_words to authenticated;
