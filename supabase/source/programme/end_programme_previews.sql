create function public.end_programme_previews(p_event uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  if not public.is_admin() then
    raise exception 'only admins show programs to others' using errcode = 'insufficient_privilege';
  end if;
  delete from private.programme_previews p where p.event_id = p_event;
  get diagnostics ended = row_count;
  return ended;
end;
$$;

comment on function public.end_programme_previews(uuid) is
  'Ends all preview links to the program of an event and returns their number.';

-- for admins: writes the end of the preview links to a program
grant execute on function public.end_programme_previews(uuid) to authenticated;
