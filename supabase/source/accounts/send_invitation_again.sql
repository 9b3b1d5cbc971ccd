-- Sends the email of an invitation again, valid for 7 days from now. Requires a fresh proof of identity. Returns sent,
-- not-now (an email is already on its way, or the budget of the caller's account is spent) or gone.
create function public.send_invitation_again(p_invitation uuid) returns public.send_invitation_again_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation private.admin_invitations;
begin
  perform private.require_owner();
  perform private.require_proof();
  select * into invitation from private.admin_invitations i
    where i.id = p_invitation and i.accepted_at is null and i.withdrawn_at is null
    for update;
  if not found then
    return 'gone';
  end if;
  if not private.enqueue_mail(
    'admin-invitation', invitation.id, null, '{invitation}', jsonb_build_object('account', auth.uid())
  )
  then
    return 'not-now';
  end if;
  update private.admin_invitations i set invited_at = now(), invited_by = auth.uid() where i.id = invitation.id;
  perform private.note_access(
    auth.uid(), 'invited', jsonb_build_object('role', invitation.role, 'invitation', invitation.id)
  );
  return 'sent';
end;
$$;

-- for owners
grant execute on function public.send_invitation_again to authenticated;
