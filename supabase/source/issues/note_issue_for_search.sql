-- Trigger: updates the search entry of an issue of the newsletter.
create function private.note_issue_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_issue(coalesce(new.id, old.id));
  return null;
end;
$$;
