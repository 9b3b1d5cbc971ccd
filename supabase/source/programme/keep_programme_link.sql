-- Implements keep_mail_link for the emails to speakers.
create function private.keep_programme_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose <> 'speaker-corrections' then
    return false;
  end if;
  update private.speaker_contacts c set link_digest = p_token_digest, link_made_by = null where c.speaker_id = p_person;
  return true;
end;
$$;
