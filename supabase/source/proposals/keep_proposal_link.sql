-- Implements keep_mail_link for the emails to people who have proposed a talk.
create function private.keep_proposal_link(p_person uuid, p_token_digest text) returns void
language sql
as $$
  update private.talk_proposals p set link_digest = p_token_digest where p.id = p_person;
$$;
