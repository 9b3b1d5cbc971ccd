-- Logs how an account got access or that its credentials changed, and for some of these events enqueues an email to the
-- account. The actor is the caller, or the account itself if the Worker calls; there is no actor for refused sign-ins
-- (unlike refused proofs, whose actor is the signed-in account), nor for the operator: {by: operator}.
create function private.note_access(p_user uuid, p_event text, p_details jsonb default '{}') returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  by_others constant boolean := p_event in ('sign-in-refused', 'code-refused')
    or coalesce(p_details ->> 'by' = 'operator', false);
  actor constant uuid := case when not by_others then coalesce(auth.uid(), p_user) end;
  entry bigint;
begin
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select actor, u.email, 'access', 'access', p_user::text, jsonb_build_object('event', p_event) || p_details
    from (select 1) one
    left join auth.users u on u.id = actor
    returning id into entry;
  if p_event in (
    'new-device', 'code-refused', 'password-changed', 'password-reset', 'factor-on', 'factor-off', 'factor-reset',
    'recovery-codes-made', 'recovery-code-used', 'address-changed', 'role-changed'
  ) or (p_event in ('session-ended', 'sessions-ended') and actor <> p_user) then
    insert into public.mails (purpose, person, occurrence) values ('key-notice', p_user, entry);
  end if;
end;
$$;
