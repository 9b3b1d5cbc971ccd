create function public.ask_password_link(p_email text, p_address_key text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  select a.id into account
    from public.admin_users a
    join auth.users u on u.id = a.id
    where lower(u.email) = lower(btrim(p_email));
  if account is null or not private.enqueue_mail('password-link', account, p_address_key, '{password-link}') then
    return true;
  end if;
  insert into private.password_links (user_id, keys) values (account, private.credentials_digest(account))
    on conflict (user_id) do update
    set id = gen_random_uuid(), keys = excluded.keys, asked_at = now(), token_digest = null, used_at = null;
  return true;
end;
$$;

comment on function public.ask_password_link(text, text) is
  'Enqueues an email to an admin with a link to set a new password, counted against the budget of the address (by its keyed digest). Always returns true, so that the result does not reveal whether the address belongs to an admin.';

grant execute on function public.ask_password_link(text, text) to service_role;
