-- Makes the link in an email valid, by the digest of its token; whose link it is stands in mail_purposes.
create function private.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  case (select p.link from private.mail_purposes p where p.purpose = p_purpose)
    when 'status' then perform private.keep_status_link(p_purpose, p_person, p_token_digest);
    when 'series' then perform private.keep_series_link(p_person, p_token_digest);
    when 'programme' then perform private.keep_programme_link(p_person, p_token_digest);
    when 'proposal' then perform private.keep_proposal_link(p_person, p_token_digest);
    when 'newsletter' then perform private.keep_newsletter_link(p_purpose, p_person, p_token_digest);
    when 'account' then perform private.keep_account_link(p_purpose, p_person, p_token_digest);
  end case;
end;
$$;
