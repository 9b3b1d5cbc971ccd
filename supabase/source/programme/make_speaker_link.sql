create function public.make_speaker_link(p_speaker uuid, p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins ask speakers for corrections' using errcode = 'insufficient_privilege';
  end if;
  insert into private.speaker_contacts (speaker_id, link_digest, link_made_by)
    select s.id, p_token_digest, auth.uid() from public.speakers s where s.id = p_speaker and private.may_correct(s.id)
    on conflict (speaker_id) do update set link_digest = excluded.link_digest, link_made_by = excluded.link_made_by;
  return found;
end;
$$;

comment on function public.make_speaker_link(uuid, text) is
  'For admins who send it by hand: creates the link of a speaker, replacing an earlier one. Returns false if there'
  ' is no such speaker, or the event is over.';

-- for admins: writes the link of a speaker
grant execute on function public.make_speaker_link(uuid, text) to authenticated;
