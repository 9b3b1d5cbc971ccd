-- Implements mail_content for the test email that an admin sends to themselves.
create function private.test_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'test-email' then
    return (
      select jsonb_build_object('email', u.email)
      from public.admin_users a
      join auth.users u on u.id = a.id
      where a.id = p_person
    );
  end if;
  return null;
end;
$$;
