-- Returns the invitations that were neither accepted nor withdrawn, newest first, with the state of the last email.
create function public.open_invitations() returns table (
  id uuid, email text, role text, invited_by text, invited_at timestamptz, state text, mail text
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    select i.id, i.email::text, i.role::text, u.email::text, i.invited_at, private.invitation_state(i),
      (
        select m.state from public.mails m
        where m.purpose = 'admin-invitation' and m.person = i.id
        order by m.occurrence desc
        limit 1
      )
    from private.admin_invitations i
    join auth.users u on u.id = i.invited_by
    where i.accepted_at is null and i.withdrawn_at is null
    order by i.invited_at desc, i.id;
end;
$$;

-- for owners
grant execute on function public.open_invitations to authenticated;
