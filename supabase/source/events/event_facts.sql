-- Returns what emails and pages for one person show of an event. If the event is not published, callers must not show
-- anything that is not announced yet.
create function private.event_facts(p_id uuid) returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select private.event_for_visitors(e)
      - array['id', 'about', 'recap', 'recap_url', 'poster_path', 'poster_alt', 'created_at', 'updated_at']
    from public.events e
    where e.id = p_id
  );
end;
$$;
