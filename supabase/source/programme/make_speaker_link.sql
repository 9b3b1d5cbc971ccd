-- For admins who send it by hand: creates the link of a speaker, replacing an earlier one. Returns false if there is no
-- such speaker, or the event is over.
create function public.make_speaker_link(p_speaker uuid, p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into private.speaker_contacts (speaker_id, link_digest, link_made_by)
    select s.id, p_token_digest, auth.uid() from public.speakers s where s.id = p_speaker and private.may_correct(s.id)
    on conflict (speaker_id) do update set link_digest = excluded.link_digest, link_made_by = excluded.link_made_by;
  return found;
end;
$$;

-- for admins: writes the link of a speaker
grant execute on function public.make_speaker_link to authenticated;
