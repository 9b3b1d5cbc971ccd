-- Withdraws an invitation that has not been accepted; its link no longer works. Returns false when there was none.
create function public.withdraw_invitation(p_invitation uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  withdrawn_role text;
begin
  perform private.require_owner();
  update private.admin_invitations i set withdrawn_at = now()
    where i.id = p_invitation and i.accepted_at is null and i.withdrawn_at is null
    returning i.role into withdrawn_role;
  if not found then
    return false;
  end if;
  perform private.note_access(
    auth.uid(), 'invitation-withdrawn', jsonb_build_object('role', withdrawn_role, 'invitation', p_invitation)
  );
  return true;
end;
$$;

-- for owners
grant execute on function public.withdraw_invitation to authenticated;
