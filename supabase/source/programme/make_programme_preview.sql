create function public.make_programme_preview(p_event uuid, p_token_digest text) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  until timestamp with time zone;
begin
  if not public.is_admin() then
    raise exception 'only admins show programs to others' using errcode = 'insufficient_privilege';
  end if;
  delete from private.programme_previews p where p.expires_at <= now();
  insert into private.programme_previews (token_digest, event_id)
    select p_token_digest, e.id from public.events e where e.id = p_event
    on conflict (token_digest) do update set expires_at = private.programme_previews.expires_at
    returning private.programme_previews.expires_at into until;
  return until;
end;
$$;

comment on function public.make_programme_preview(uuid, text) is
  'Creates a link that leads to the program of an event for 7 days and returns its expiry; null if there is no such event.';

-- for admins: writes a preview link to a program, for 7 days
grant execute on function public.make_programme_preview(uuid, text) to authenticated;
