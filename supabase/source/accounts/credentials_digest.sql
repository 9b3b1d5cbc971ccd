-- Returns a digest of everything that determines the account's access to the admin area: password, address, role and
-- second factor. Null for an account that is not an admin.
create function private.credentials_digest(p_user uuid) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select encode(
      sha256(convert_to(concat_ws(E'\n', u.encrypted_password, lower(u.email), a.role, f.made_at), 'UTF8')), 'hex'
    )
    from public.admin_users a
    join auth.users u on u.id = a.id
    left join private.second_factors f on f.user_id = a.id
    where a.id = p_user
  );
end;
$$;
