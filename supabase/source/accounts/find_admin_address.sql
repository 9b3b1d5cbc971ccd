-- Returns where the link in an email to a new address leads: its state (open, changed, canceled, expired, taken if
-- another account now has the address, or nowhere), the account and both addresses.
create function public.find_admin_address(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when c.confirmed_at is not null then 'changed'
        when c.canceled_at is not null or c.keys <> private.credentials_digest(c.user_id) then 'canceled'
        when c.asked_at <= now() - interval '24 hours' then 'expired'
        when exists (select from auth.users o where lower(o.email) = lower(c.email) and o.id <> c.user_id) then 'taken'
        else 'open'
      end,
      'account', c.user_id,
      'email', c.email,
      'previous_email', c.previous_email
    )
    from private.admin_address_changes c
    where c.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.find_admin_address to service_role;
