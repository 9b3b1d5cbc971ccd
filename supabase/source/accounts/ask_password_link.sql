-- Enqueues an email to an admin with a link to set a new password: 5 a day, and 5 more from a browser or network that
-- the account knows. Always returns true, so that nobody learns whether the address belongs to an admin.
create function public.ask_password_link(
  p_email text,
  p_address_key text,
  p_account_key text default null,
  p_network_key text default null,
  p_device_key text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  is_known boolean;
begin
  select a.id into account
    from public.admin_users a
    join auth.users u on u.id = a.id
    where lower(u.email) = lower(btrim(p_email));
  is_known := exists (
    select from private.known_devices d
    where d.user_id = account and d.device_key = p_device_key and d.last_used_at > now() - private.known_period()
  ) or exists (
    select from private.known_addresses k
    where k.account_key = p_account_key
      and k.address_key = p_network_key
      and k.last_used_at > now() - private.known_period()
  );
  -- While an email is on its way nothing changes. Strangers use up nothing of the owner's own budget.
  if account is not null and private.enqueue_mail(
    'password-link', account, p_address_key, '{password-link}',
    jsonb_build_object('recipient', p_address_key || case when is_known then '-known' else '' end)
  ) then
    insert into private.password_links (user_id, keys) values (account, private.credentials_digest(account));
  end if;
  return true;
end;
$$;

grant execute on function public.ask_password_link to service_role;
