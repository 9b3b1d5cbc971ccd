-- Implements keep_mail_link for the emails to speakers.
create function private.keep_programme_link(p_person uuid, p_token_digest text) returns void
language sql
as $$
  update private.speaker_contacts c set link_digest = p_token_digest, link_made_by = null where c.speaker_id = p_person;
$$;
