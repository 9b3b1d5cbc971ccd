create function public.take_back_own_words(p_event uuid, p_id integer) returns public.take_back_own_words_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may write to people' using errcode = 'insufficient_privilege';
  end if;
  update public.campaigns t
    set send_at = null, started_at = null, started_by = null
    where t.id = p_id and t.event_id = p_event and t.send_at is not null;
  return case when found then 'taken-back' else 'sent' end;
exception
  when unique_violation then
    return 'has-draft';
end;
$$;

comment on function public.take_back_own_words(uuid, integer) is
  'Makes a scheduled email in an admin''s own words a draft again: taken-back, sent (too late), or has-draft'
  ' (another is being written, so nothing was changed).';

-- for admins: writes that a scheduled email is a draft again
grant execute on function public.take_back_own_words(uuid, integer) to authenticated;
