-- Cancels the caller's pending change of address; the link in the email no longer works. Returns false when there was
-- none.
create function public.cancel_address_change() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.admin_address_changes c set canceled_at = now()
    where c.user_id = auth.uid() and c.canceled_at is null and c.confirmed_at is null;
  return found;
end;
$$;

-- for admins: writes the cancellation of the caller's own change of address
grant execute on function public.cancel_address_change to authenticated;
