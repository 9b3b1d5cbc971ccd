-- Stores the text that an admin adds to the next campaign of a kind, and whether the reminder is switched off. Returns
-- false when there is no such event.
create function public.draft_campaign(
  p_event uuid,
  p_kind text,
  p_words text default null,
  p_is_off boolean default false
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.campaigns as t (event_id, kind, words, is_off)
    select e.id, p_kind, p_words, p_is_off from public.events e where e.id = p_event
    on conflict (event_id, kind) where started_at is null do update set words = excluded.words,
    is_off = excluded.is_off;
  return found;
end;
$$;

-- for admins: writes the text that an admin adds to emails about an event
grant execute on function public.draft_campaign to authenticated;
