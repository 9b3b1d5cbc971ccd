-- In the place of the one without a limit, which is still called with two arguments while a new version is rolled out.
drop function public.tell_waitlist(uuid, timestamptz);

create function public.tell_waitlist(p_event uuid, p_told_at timestamptz, p_limit integer default null) returns integer
language plpgsql
set search_path = ''
as $$
declare
  told integer;
begin
  with waiting as (
    select w.id from public.waitlist_entries w
    where w.event_id = p_event
      and w.told_at is null
      and not w.suspected_spam
      -- Who joined after the addresses were listed has not been told.
      and w.created_at <= p_told_at
      and p_told_at <= now()
    order by w.created_at
    limit p_limit
    for update
  )
  update public.waitlist_entries w
    set told_at = p_told_at
    from waiting
    where w.id = waiting.id;
  get diagnostics told = row_count;
  return told;
end;
$$;

comment on function public.tell_waitlist(uuid, timestamptz, integer) is
  'Marks who waited for an event at p_told_at, when their addresses were listed, as told; suspected spam is left out. Answers how many: at '
  'most p_limit, the first to join, so that many are marked by several calls.';

revoke all on function public.tell_waitlist(uuid, timestamptz, integer) from public, anon, authenticated, service_role;
grant execute on function public.tell_waitlist(uuid, timestamptz, integer) to authenticated;
