create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  actor_email text,
  verb text not null check (verb in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id text not null,
  changes jsonb not null
);

comment on table public.audit_log is 'What admins changed. It only grows: nobody changes or deletes a row.';
comment on column public.audit_log.actor is 'Account that made the change; null for the operator. No foreign key: the row outlives the account.';
comment on column public.audit_log.changes is
  'insert, delete: the row; update: {column: {old, new}}. Of outbox and of what visitors sent only {columns: [names]}, never values.';

create index audit_log_by_time on public.audit_log (at desc, id desc);
create index audit_log_of_a_row on public.audit_log (table_name, row_id);

alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to authenticated;

create policy "Admins read the audit log" on public.audit_log
  for select to authenticated using ((select public.is_admin()));

create function public.keep_the_audit_log() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end;
$$;

comment on function public.keep_the_audit_log() is 'Trigger: refuses every change of what has been logged, the owner''s included.';

create trigger keep_the_audit_log before update or delete or truncate on public.audit_log
  for each statement execute function public.keep_the_audit_log();

create function public.audit() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  actor constant uuid := auth.uid();
  actor_email text;
  names_only constant boolean := tg_nargs > 0;
  derived constant text[] := array['search_text', 'over_at', 'updated_at'];
  moved constant text := nullif(current_setting('place.moved', true), '');
begin
  if actor is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select u.email into actor_email from auth.users u where u.id = actor;

  if tg_op = 'INSERT' then
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'insert', tg_table_name, n.content ->> 'id',
        case when names_only then '{"columns": []}' else n.content - derived end
      from (select to_jsonb(t) as content from new_rows t) n;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'delete', tg_table_name, o.content ->> 'id',
        case when names_only then '{"columns": []}' else o.content - derived end
      from (select to_jsonb(t) as content from old_rows t) o;
  else
    -- Materialized, or every comparison would convert its row again.
    with pairs as materialized (
      select to_jsonb(o) as before, to_jsonb(n) as after
      from old_rows o
      join new_rows n using (id)
    )
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'update', tg_table_name, pair.after ->> 'id',
        case when names_only then jsonb_build_object('columns', to_jsonb(changed.names)) else changed.contents end
      from pairs pair
      cross join lateral (
        select
          array_agg(c.key) as names,
          jsonb_object_agg(c.key, jsonb_build_object('old', pair.before -> c.key, 'new', c.value)) filter (where not names_only) as contents
        from jsonb_each(pair.after) c
        where c.value <> pair.before -> c.key and c.key <> all (derived)
      ) changed
      -- Of a move one row is logged, not the neighbours that make room.
      where changed.names is not null
        and (moved is null or moved = pair.after ->> 'id' or changed.names <> array['display_order']);
  end if;
  return null;
end;
$$;

comment on function public.audit() is
  'Trigger: logs what a signed-in person changes, and who becomes or stops being an admin by whatever way. With an argument it keeps '
  'the names of changed columns and no values.';

revoke all on function public.audit(), public.keep_the_audit_log() from public, anon, authenticated, service_role;

create trigger audit_insert after insert on public.education_tabs
  referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.education_tabs
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger audit_delete after delete on public.education_tabs
  referencing old table as old_rows for each statement execute function public.audit();

create trigger audit_insert after insert on public.education_resources
  referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.education_resources
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger audit_delete after delete on public.education_resources
  referencing old table as old_rows for each statement execute function public.audit();

create trigger audit_insert after insert on public.events
  referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.events
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger audit_delete after delete on public.events
  referencing old table as old_rows for each statement execute function public.audit();

create trigger audit_insert after insert on public.admin_users
  referencing new table as new_rows for each statement execute function public.audit();
create trigger audit_update after update on public.admin_users
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit();
create trigger audit_delete after delete on public.admin_users
  referencing old table as old_rows for each statement execute function public.audit();

create trigger audit_insert after insert on public.waitlist_entries
  referencing new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_update after update on public.waitlist_entries
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_delete after delete on public.waitlist_entries
  referencing old table as old_rows for each statement execute function public.audit('names only');

create trigger audit_insert after insert on public.newsletter_subscribers
  referencing new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_update after update on public.newsletter_subscribers
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_delete after delete on public.newsletter_subscribers
  referencing old table as old_rows for each statement execute function public.audit('names only');

create trigger audit_insert after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_update after update on public.contact_messages
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');
create trigger audit_delete after delete on public.contact_messages
  referencing old table as old_rows for each statement execute function public.audit('names only');

create trigger audit_update after update on public.outbox
  referencing old table as old_rows new table as new_rows for each statement execute function public.audit('names only');
