-- Implements mail_content for the test email that an admin sends to themselves.
create function private.test_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case when p_purpose = 'test-email' then (
  select jsonb_build_object('email', u.email)
  from public.admin_users a
  join auth.users u on u.id = a.id
  where a.id = p_person
) end;
