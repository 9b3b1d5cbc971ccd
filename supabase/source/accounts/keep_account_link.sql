-- Implements keep_mail_link for the emails about admins' accounts.
create function private.keep_account_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
as $$
begin
  case p_purpose
    when 'admin-invitation' then
      update private.admin_invitations i set token_digest = p_token_digest where i.id = p_person;
    when 'password-link' then
      update private.password_links l
        set token_digest = p_token_digest
        where l.id = (
          select n.id from private.password_links n where n.user_id = p_person order by n.asked_at desc limit 1
        );
    when 'admin-new-address' then
      update private.admin_address_changes c set token_digest = p_token_digest where c.id = p_person;
  end case;
end;
$$;
