-- Makes a scheduled email in an admin's own words a draft again: taken-back, sent (too late), or has-draft (another is
-- being written, so nothing was changed).
create function public.take_back_own_words(p_event uuid, p_id integer) returns public.take_back_own_words_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.campaigns t
    set send_at = null, started_at = null, started_by = null, paused_at = null
    where t.id = p_id and t.event_id = p_event and t.send_at is not null;
  return case when found then 'taken-back' else 'sent' end;
exception
  when unique_violation then
    return 'has-draft';
end;
$$;

-- for admins: writes that a scheduled email is a draft again
grant execute on function public.take_back_own_words to authenticated;
