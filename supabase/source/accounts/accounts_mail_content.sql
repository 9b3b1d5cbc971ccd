-- Implements mail_content for the emails about admins' accounts.
create function private.accounts_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose = 'key-notice' then
    return (
      select jsonb_build_object(
        'email', u.email,
        'device', g.changes ->> 'device',
        'by', case when g.actor <> p_person then g.actor_email end,
        'at', g.at
      ) || g.changes
      from public.audit_log g
      join auth.users u on u.id = p_person
      where g.id = p_occurrence and g.row_id = p_person::text and g.verb = 'access' and g.at > now() - interval '2 days'
    );
  end if;
  if p_purpose = 'admin-invitation' then
    return (
      select jsonb_build_object(
        'id', i.id, 'email', i.email, 'role', i.role, 'invited_by', u.email,
        'expires_at', i.invited_at + interval '7 days'
      )
      from private.admin_invitations i
      join auth.users u on u.id = i.invited_by
      where i.id = p_person and private.invitation_state(i) = 'open'
    );
  end if;
  if p_purpose = 'password-link' then
    return (
      select jsonb_build_object('id', l.id, 'email', u.email)
      from private.password_links l
      join auth.users u on u.id = l.user_id
      where l.user_id = p_person and l.used_at is null and l.asked_at > now() - interval '1 hour'
      order by l.asked_at desc
      limit 1
    );
  end if;
  if p_purpose = 'admin-new-address' then
    return (
      select jsonb_build_object('id', c.id, 'email', c.email)
      from private.admin_address_changes c
      where c.id = p_person
        and c.canceled_at is null
        and c.confirmed_at is null
        and c.asked_at > now() - interval '24 hours'
    );
  end if;
  if p_purpose = 'admin-old-address' then
    return (
      select jsonb_build_object('email', c.previous_email, 'is_changed', p_occurrence = 2)
      from private.admin_address_changes c
      where c.id = p_person
    );
  end if;
  return null;
end;
$$;
