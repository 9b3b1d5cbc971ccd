alter table public.admin_users add constraint admin_users_id_fkey
  foreign key (id) references auth.users(id) on delete cascade;

call pg_temp.audit('public.admin_users');
call pg_temp.allow('Owners', 'read', 'public.admin_users');

create trigger keep_an_owner
  before delete or update on public.admin_users
  for each row
  execute function private.keep_an_owner();

create policy "Members read their own row" on public.admin_users
  for select to authenticated
  using (id = ((select auth.uid() as uid)));

grant select on public.admin_users to authenticated;

alter table private.one_time_passwords add constraint one_time_passwords_user_id_fkey
  foreign key (user_id) references auth.users(id) on delete cascade;

-- The table's only row.
insert into private.access_settings default values;

-- person: the account, the invitation, or the change of address; occurrence of key-notice: the entry of the audit log;
-- of admin-old-address: 1 when the change was requested, 2 when it was made
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('key-notice', 'keys', false, 0, null),
  ('admin-invitation', 'keys', false, 0, 'account'),
  ('password-link', 'keys', false, 0, 'account'),
  ('admin-new-address', 'keys', false, 0, 'account'),
  ('admin-old-address', 'keys', false, 0, null);
