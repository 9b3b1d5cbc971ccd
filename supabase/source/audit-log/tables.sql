create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  actor_email text,
  verb text not null,
  table_name text not null,
  row_id text not null,
  changes jsonb not null,
  constraint audit_log_verb_check check (verb in ('insert', 'update', 'delete', 'erase', 'access'))
);

comment on table public.audit_log is
  'What admins changed and how they got access. Append-only: no row can be changed or deleted, except that'
  ' erase_person removes actor_email from the entries of an erased account, and purge deletes rows whose period in'
  ' log_retention() is over.';
comment on column public.audit_log.actor is
  'Account that made the change; null for the operator. No foreign key: the row outlives the account.';
comment on column public.audit_log.row_id is
  'The id of the row, or many if a statement changed more than 100 rows in the same way; for erase, of the erased'
  ' account (made up if there was none); for access, of the account.';
comment on column public.audit_log.changes is
  'insert, delete: the row; update: {column: {old, new}}; erase: the number of each kind of row erased, and'
  ' address_digest, the address digested with the Worker''s key; access: {event} and its details. For outbox and data'
  ' that visitors sent, only {columns: [names]}, never values, with {rows: number} for many.';

create index audit_log_by_time on public.audit_log (at desc, id desc);
create index audit_log_of_a_table on public.audit_log (table_name, id desc);
create index audit_log_of_an_actor on public.audit_log (actor, id desc);
create index audit_log_of_an_address on public.audit_log (lower(actor_email));
create index audit_log_as_addressed on public.audit_log (actor_email, id);
create index audit_log_with_addresses on public.audit_log ((coalesce(changes::text ~ '@|%40', false)));
create index audit_log_of_accepted_invitations on public.audit_log ((changes ->> 'invitation'))
  where changes ->> 'event' = 'invitation-accepted';
create index audit_log_of_an_id on public.audit_log (row_id, id);
create index audit_log_of_refused_sign_ins on public.audit_log (at)
  where changes ->> 'event' in ('sign-in-refused', 'proof-refused');

alter table public.audit_log enable row level security;
