-- Owners invite others by mail. The link in it works once, for 7 days, and as long as whoever invited is an owner.

create table public.admin_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role text not null,
  invited_by uuid not null references public.admin_users (id) on delete cascade,
  invited_at timestamptz not null default now(),
  token_digest text,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint role_is_known check (role in ('owner', 'editor')),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  constraint accepted_or_withdrawn check (num_nonnulls(accepted_at, withdrawn_at) < 2)
);

comment on table public.admin_invitations is 'People whom owners have invited to become admins. Accepted within 7 days of invited_at or not at all.';
comment on column public.admin_invitations.invited_at is 'When the invitation was last sent.';
comment on column public.admin_invitations.token_digest is 'SHA-256 of the token that accepts it; it stands in the mail alone.';

create unique index one_invitation_per_address on public.admin_invitations using btree (lower(email)) where accepted_at is null and withdrawn_at is null;
create unique index admin_invitations_by_token on public.admin_invitations using btree (token_digest);
create index admin_invitations_of_an_owner on public.admin_invitations using btree (invited_by);
create index admin_invitations_by_time on public.admin_invitations using btree (invited_at);

alter table public.admin_invitations enable row level security;
revoke all on public.admin_invitations from public, anon, authenticated, service_role;

create function public.is_address_of_admin(p_email text)
returns boolean
language sql
stable
security definer
set search_path to ''
return exists (
  select from public.admin_users a
  join auth.users u on u.id = a.id
  where lower(u.email) = lower(p_email)
);

comment on function public.is_address_of_admin(text) is 'Whether an admin signs in with this address.';

revoke all on function public.is_address_of_admin(text) from public;

create function public.invitation_state(p_invitation public.admin_invitations)
returns text
language sql
stable
set search_path to ''
return case
  when p_invitation.accepted_at is not null then 'accepted'
  when p_invitation.withdrawn_at is not null
    or not exists (select from public.admin_users a where a.id = p_invitation.invited_by and a.role = 'owner') then 'withdrawn'
  when p_invitation.invited_at <= now() - interval '7 days' then 'expired'
  when public.is_address_of_admin(p_invitation.email) then 'already-admin'
  else 'open'
end;

comment on function public.invitation_state(public.admin_invitations) is 'accepted, withdrawn (also when whoever invited is no owner any more), expired, already-admin or open.';

revoke all on function public.invitation_state(public.admin_invitations) from public;

create function public.demand_owner()
returns void
language plpgsql
stable
set search_path to ''
as $$
begin
  if not public.is_owner() then
    raise exception 'only owners decide who is an admin' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function public.demand_owner() is 'Raises unless the caller is an owner with a session that opens the area of admins.';

revoke all on function public.demand_owner() from public;

create function public.invite_admin(p_email text, p_role text, p_address_key text)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  invitation public.admin_invitations;
begin
  perform public.demand_owner();
  perform public.demand_proof();
  if public.is_address_of_admin(p_email) then
    return 'already-admin';
  end if;
  insert into public.admin_invitations as i (email, role, invited_by) values (p_email, p_role, auth.uid())
    on conflict (lower(email)) where accepted_at is null and withdrawn_at is null
    do update set role = excluded.role, invited_by = excluded.invited_by, invited_at = now()
    where public.invitation_state(i) <> 'open'
    returning * into invitation;
  if invitation.id is null then
    return 'already-invited';
  end if;
  if not public.owe_mail('admin-invitation', invitation.id, p_address_key) then
    delete from public.admin_invitations i where i.id = invitation.id;
    return 'not-now';
  end if;
  perform public.note_access(auth.uid(), 'invited', jsonb_build_object('role', p_role));
  return 'invited';
end;
$$;

comment on function public.invite_admin(text, text, text) is 'Owes an invitation to an address, counted under its keyed digest, after a fresh proof. Answers invited, already-invited (nothing changes), already-admin or not-now (no mail can go there: 5 were owed today, or its owner wants none).';

revoke all on function public.invite_admin(text, text, text) from public;
grant execute on function public.invite_admin(text, text, text) to authenticated;

create function public.send_invitation_again(p_invitation uuid, p_address_key text)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  invitation public.admin_invitations;
begin
  perform public.demand_owner();
  perform public.demand_proof();
  select * into invitation from public.admin_invitations i
    where i.id = p_invitation and i.accepted_at is null and i.withdrawn_at is null
    for update;
  if not found then
    return 'gone';
  end if;
  if not public.owe_mail('admin-invitation', invitation.id, p_address_key) then
    return 'not-now';
  end if;
  update public.admin_invitations i set invited_at = now(), invited_by = auth.uid() where i.id = invitation.id;
  perform public.note_access(auth.uid(), 'invited', jsonb_build_object('role', invitation.role));
  return 'sent';
end;
$$;

comment on function public.send_invitation_again(uuid, text) is 'Owes the mail of an invitation once more, with 7 days from now, after a fresh proof. Answers sent, not-now (one is under way, 5 were owed today, or the owner of the address wants none) or gone.';

revoke all on function public.send_invitation_again(uuid, text) from public;
grant execute on function public.send_invitation_again(uuid, text) to authenticated;

create function public.withdraw_invitation(p_invitation uuid)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  withdrawn_role text;
begin
  perform public.demand_owner();
  update public.admin_invitations i set withdrawn_at = now()
    where i.id = p_invitation and i.accepted_at is null and i.withdrawn_at is null
    returning i.role into withdrawn_role;
  if not found then
    return false;
  end if;
  perform public.note_access(auth.uid(), 'invitation-withdrawn', jsonb_build_object('role', withdrawn_role));
  return true;
end;
$$;

comment on function public.withdraw_invitation(uuid) is 'Takes back an invitation that has not been accepted; its link leads nowhere then. Answers false when there was none.';

revoke all on function public.withdraw_invitation(uuid) from public;
grant execute on function public.withdraw_invitation(uuid) to authenticated;

create function public.open_invitations()
returns table (id uuid, email text, role text, invited_by text, invited_at timestamptz, state text, mail text)
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  perform public.demand_owner();
  return query
    select i.id, i.email, i.role, u.email::text, i.invited_at, public.invitation_state(i),
      (
        select m.state from public.mails m
        where m.purpose = 'admin-invitation' and m.person = i.id
        order by m.occasion desc
        limit 1
      )
    from public.admin_invitations i
    join auth.users u on u.id = i.invited_by
    where i.accepted_at is null and i.withdrawn_at is null
    order by i.invited_at desc, i.id;
end;
$$;

comment on function public.open_invitations() is 'Invitations that were neither accepted nor taken back, the newest first, with what became of the last mail.';

revoke all on function public.open_invitations() from public;
grant execute on function public.open_invitations() to authenticated;

create function public.find_invitation(p_token_digest text)
returns jsonb
language sql
stable
security definer
set search_path to ''
return coalesce(
  (
    select jsonb_build_object(
      'state', public.invitation_state(i),
      'email', i.email,
      'role', i.role,
      'invited_by', u.email,
      'expires_at', i.invited_at + interval '7 days',
      'account', (select a.id from auth.users a where lower(a.email) = lower(i.email) limit 1)
    )
    from public.admin_invitations i
    join auth.users u on u.id = i.invited_by
    where i.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.find_invitation(text) is 'What the link of an invitation leads to: its state or nowhere, who invites which address as what, until when, and the account that has the address already.';

revoke all on function public.find_invitation(text) from public;
grant execute on function public.find_invitation(text) to service_role;

create function public.accept_invitation(p_token_digest text, p_user uuid)
returns boolean
language plpgsql
security definer
set search_path to ''
as $$
declare
  invitation public.admin_invitations;
begin
  select i.* into invitation
    from public.admin_invitations i
    join auth.users u on u.id = p_user and lower(u.email) = lower(i.email)
    where i.token_digest = p_token_digest
    for update of i;
  if invitation.id is null or public.invitation_state(invitation) <> 'open' then
    return false;
  end if;
  update public.admin_invitations i set accepted_at = now() where i.id = invitation.id;
  insert into public.admin_users (id, role) values (p_user, invitation.role);
  perform public.note_access(p_user, 'invitation-accepted', jsonb_build_object('role', invitation.role));
  return true;
end;
$$;

comment on function public.accept_invitation(text, uuid) is 'Makes the account with the invited address an admin with the role of the invitation, once. Answers false when the invitation is not open.';

revoke all on function public.accept_invitation(text, uuid) from public;
grant execute on function public.accept_invitation(text, uuid) to service_role;
