-- For admins: deletes the address of a speaker, ends their link, and discards a waiting correction. Returns whether
-- there was anything to delete.
create function public.forget_speaker_contact(p_speaker uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.speaker_contacts c where c.speaker_id = p_speaker;
  return found;
end;
$$;

-- for admins: writes the deletion of a speaker's address and link
grant execute on function public.forget_speaker_contact to authenticated;
