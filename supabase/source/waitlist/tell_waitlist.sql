create function public.tell_waitlist(p_event uuid, p_told_at timestamptz, p_limit integer default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  told integer;
begin
  if not public.is_admin() then
    raise exception 'only admins may say who was told' using errcode = 'insufficient_privilege';
  end if;
  update public.waitlist_entries w
    set told_at = p_told_at
    where w.id = any (array(
      select waiting.id from public.waitlist_entries waiting
      where waiting.event_id = p_event
        and waiting.told_at is null
        and not waiting.suspected_spam
        -- Who joined after the addresses were listed has not been told.
        and waiting.created_at <= p_told_at
        and p_told_at <= now()
      order by waiting.created_at
      limit p_limit
    ))
    and w.told_at is null;
  get diagnostics told = row_count;
  return told;
end;
$$;

comment on function public.tell_waitlist(uuid, timestamptz, integer) is
  'Marks who waited for an event at p_told_at, when their addresses were listed, as told; suspected spam is left out. Answers how many: at most p_limit, the first to join, so that many are marked by several calls.';

grant execute on function public.tell_waitlist(uuid, timestamptz, integer) to authenticated;
