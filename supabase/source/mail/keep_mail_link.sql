-- Makes the link in an email valid, by the digest of its token; each feature handles its own purposes.
create function private.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not (
    private.keep_status_link(p_purpose, p_person, p_token_digest)
    or private.keep_series_link(p_purpose, p_person, p_token_digest)
    or private.keep_programme_link(p_purpose, p_person, p_token_digest)
    or private.keep_proposal_link(p_purpose, p_person, p_token_digest)
    or private.keep_newsletter_link(p_purpose, p_person, p_token_digest)
    or private.keep_account_link(p_purpose, p_person, p_token_digest)
  ) then
    raise exception 'no noun keeps the link of a mail of purpose %', p_purpose using errcode = 'case_not_found';
  end if;
end;
$$;
