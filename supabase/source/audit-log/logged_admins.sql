-- Returns the addresses of those of the given accounts that are or were an admin according to the log, and of the
-- people the given invitations were for; an invitation that was not accepted is kept for 30 days. A deleted account has
-- no address.
create function public.logged_admins(p_ids uuid[]) returns table (id uuid, email text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    select u.id, u.email::text
    from auth.users u
    where u.id = any (p_ids)
      and (
        exists (select from public.admin_users a where a.id = u.id)
        or exists (select from public.audit_log g where g.table_name = 'admin_users' and g.row_id = u.id::text)
      )
    union all
    select i.id, i.email
    from private.admin_invitations i
    where i.id = any (p_ids) and i.accepted_at is null
    union all
    select (g.changes ->> 'invitation')::uuid, u.email::text
    from public.audit_log g
    join auth.users u on u.id::text = g.row_id
    where g.changes ->> 'event' = 'invitation-accepted' and g.changes ->> 'invitation' = any (p_ids::text[]);
end;
$$;

-- for owners
grant execute on function public.logged_admins to authenticated;
