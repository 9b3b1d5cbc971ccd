-- Returns the address that the caller has asked to sign in with, and when they asked; null when there is no change that
-- can still be confirmed.
create function public.own_address_change() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('email', c.email, 'asked_at', c.asked_at)
    from private.admin_address_changes c
    where c.user_id = auth.uid()
      and c.canceled_at is null
      and c.confirmed_at is null
      and c.asked_at > now() - interval '24 hours'
      and c.keys = private.credentials_digest(c.user_id)
  );
end;
$$;

-- for admins: reads the caller's own change of address
grant execute on function public.own_address_change to authenticated;
