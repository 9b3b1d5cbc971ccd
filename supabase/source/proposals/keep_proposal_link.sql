-- Implements keep_mail_link for the emails to people who have proposed a talk.
create function private.keep_proposal_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose not in ('proposal-confirm', 'proposal-answer') then
    return false;
  end if;
  update private.talk_proposals p set link_digest = p_token_digest where p.id = p_person;
  return true;
end;
$$;
