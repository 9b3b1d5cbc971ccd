-- Marks the account's current password as a one-time password. Returns false when there is no such account.
create function public.note_one_time_password(p_email text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.one_time_passwords (user_id, encrypted_password)
    select u.id, u.encrypted_password from auth.users u where lower(u.email) = lower(btrim(p_email))
    on conflict (user_id) do update set encrypted_password = excluded.encrypted_password, made_at = now();
  return found;
end;
$$;

grant execute on function public.note_one_time_password to service_role;
