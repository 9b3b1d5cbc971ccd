set lock_timeout = '4s';

-- schema.sql

-- Functions and tables that must not be called or read from outside are in a schema that the data API does not serve
-- and that no API role may use.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
comment on schema private is 'Tables and functions that only our own functions use.';

-- A hosted project may by default grant its API roles, including that of the secret key, everything in public, and
-- PostgreSQL lets everyone execute a new function. Therefore defaults are revoked, and each grant is written next to
-- what it opens.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- The Worker gives up a call after 3 s, and a sign-up after 4.5 (app/platform/database/supabase.server.ts). Without
-- this, the database would continue for 8 s and might store what had been reported to the visitor as failed.
alter role authenticated set statement_timeout = '4s';
alter role service_role set statement_timeout = '4s';


-- traits.sql

-- What many tables have in common, said in one line of a noun's rules.sql. These procedures are temporary: they write
-- triggers and policies, and are not in the database afterward.

-- updated_at of a table changes with each update
create procedure pg_temp.note_updates(p_table regclass)
language plpgsql
as $$
begin
  execute format(
    'create trigger set_updated_at before update on %s for each row execute function private.set_updated_at()',
    p_table
  );
end;
$$;

-- the log keeps what admins do in a table: whole rows, or the names of the columns alone
create procedure pg_temp.audit(p_table regclass, p_verbs text default 'insert, update, delete', p_names_only boolean default false)
language plpgsql
as $$
declare
  rows_of constant jsonb := '{"insert": "new table as new_rows", "update": "old table as old_rows new table as new_rows",
    "delete": "old table as old_rows"}';
  verb text;
begin
  foreach verb in array string_to_array(p_verbs, ', ') loop
    execute format(
      'create trigger %I after %s on %s referencing %s for each statement execute function private.audit(%s)',
      'audit_' || verb, verb, p_table, rows_of ->> verb, case when p_names_only then quote_literal('names only') end
    );
  end loop;
end;
$$;

create procedure pg_temp.audit_names(p_table regclass, p_verbs text default 'insert, update, delete')
language sql
as $$ call pg_temp.audit(p_table, p_verbs, true) $$;

-- Admins, or owners alone, may read, add, change or delete the rows of a table; grants say which columns.
create procedure pg_temp.allow(p_who text, p_verbs text, p_table regclass)
language plpgsql
as $$
declare
  check_of constant text := case p_who when 'Admins' then '((select public.is_admin()))' when 'Owners' then '((select public.is_owner()))' end;
  rule_of constant jsonb := '{"read": "select to authenticated using %1$s", "add": "insert to authenticated with check %1$s",
    "change": "update to authenticated using %1$s with check %1$s", "delete": "delete to authenticated using %1$s"}';
  rows_of constant text := (select replace(relname, '_', ' ') from pg_catalog.pg_class where oid = p_table);
  verb text;
begin
  foreach verb in array string_to_array(p_verbs, ', ') loop
    execute format(
      'create policy %I on %s for ' || format(rule_of ->> verb, check_of), format('%s %s %s', p_who, verb, rows_of), p_table
    );
  end loop;
end;
$$;


-- accounts/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.ask_admin_address_outcome as enum ('asked', 'same', 'taken', 'not-now');
create type public.begin_session_outcome as enum ('member', 'code', 'open');
create type public.invite_admin_outcome as enum ('invited', 'already-invited', 'already-admin', 'not-now');
create type public.require_factor_outcome as enum ('required', 'optional', 'none-of-your-own');
create type public.send_invitation_again_outcome as enum ('sent', 'not-now', 'gone');
create type public.add_admin_outcome as enum ('added', 'already-admin', 'no-account');
create type public.remove_admin_outcome as enum ('removed', 'not-admin', 'last-owner');
create type public.set_role_outcome as enum ('changed', 'same', 'not-admin', 'last-owner');
create type public.settle_code_try_outcome as enum ('right', 'used', 'wrong', 'ended');
create type public.turn_on_factor_outcome as enum ('on', 'on-already');


-- accounts/tables.sql

create table public.admin_users (
  id uuid primary key,
  created_at timestamptz not null default now(),
  role text not null default 'owner',
  first_signed_in_at timestamptz,
  constraint role_is_known check (role in ('owner', 'editor'))
);

comment on table public.admin_users is
  'Who may use /admin: an account is an admin while its row is here. Written by owners and the operator through'
  ' functions.';
comment on column public.admin_users.role is
  'owner: everything; editor: everything except people and their data, keys, settings and exports.';
comment on column public.admin_users.first_signed_in_at is 'Null before the first sign-in.';

alter table public.admin_users enable row level security;


create table private.admin_sessions (
  id uuid primary key,
  user_id uuid not null,
  keys text not null,
  device text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  proved_at timestamptz not null default now(),
  verified_at timestamptz,
  device_key text,
  constraint admin_sessions_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade,
  constraint device_key_is_a_digest check (device_key ~ '^[0-9a-f]{32}$'),
  constraint device_is_words check (device ~ '^[A-Za-z0-9 ]{1,60}$'),
  constraint keys_are_a_digest check (keys ~ '^[0-9a-f]{64}$')
);

comment on table private.admin_sessions is
  'Sessions of admins. A session ends when its row is deleted, private.session_idle_limit() after its last'
  ' request, private.session_limit() after it began, or when the credentials of its account change.';
comment on column private.admin_sessions.id is 'session_id in the tokens of the auth server.';
comment on column private.admin_sessions.keys is 'credentials_digest of the account when the session began.';
comment on column private.admin_sessions.device is 'Browser and operating system in words.';
comment on column private.admin_sessions.seen_at is 'The time of the last request, accurate to a minute.';
comment on column private.admin_sessions.proved_at is
  'When the admin last entered the password, and the second-factor code if the account has one.';
comment on column private.admin_sessions.verified_at is 'When a second-factor code was entered; null before.';
comment on column private.admin_sessions.device_key is
  'Keyed digest of the visitor cookie, kept until a second-factor code is entered; null when no code is awaited.';

create index admin_sessions_of_an_account on private.admin_sessions (user_id);

alter table private.admin_sessions enable row level security;


create table private.sign_in_failures (
  id bigint generated always as identity primary key,
  account_key text not null,
  address_key text,
  at timestamptz not null default now(),
  is_settled boolean not null default true,
  device_key text,
  constraint account_key_is_a_digest check (account_key ~ '^[0-9a-f]{32}$'),
  constraint device_key_is_a_digest check (device_key ~ '^[0-9a-f]{32}$'),
  constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$')
);

comment on table private.sign_in_failures is
  'Failed sign-ins of the last 15 minutes and attempts in progress. Holds keyed digests, no addresses.';
comment on column private.sign_in_failures.address_key is 'Null when the address is unknown.';
comment on column private.sign_in_failures.device_key is 'Keyed digest of the visitor cookie; null without one.';
comment on column private.sign_in_failures.is_settled is
  'False while the password is being checked. An attempt whose result was never recorded counts for a minute.';

create index sign_in_failures_by_time on private.sign_in_failures (at);
create index sign_in_failures_of_an_account on private.sign_in_failures (account_key, at);

alter table private.sign_in_failures enable row level security;


create table private.one_time_passwords (
  user_id uuid primary key,
  encrypted_password text not null,
  made_at timestamptz not null default now()
);

comment on table private.one_time_passwords is
  'One-time passwords made by the operator''s command. While an account still has the same hash, its owner has not'
  ' chosen a password.';

alter table private.one_time_passwords enable row level security;


create table private.known_devices (
  user_id uuid not null,
  device_key text not null,
  last_used_at timestamptz not null default now(),
  constraint known_devices_pkey primary key (user_id, device_key),
  constraint known_devices_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade,
  constraint device_key_is_a_digest check (device_key ~ '^[0-9a-f]{32}$')
);

comment on table private.known_devices is 'Browsers that an admin signed in with in the last 90 days.';
comment on column private.known_devices.device_key is 'Keyed digest of the visitor cookie.';

alter table private.known_devices enable row level security;


create table private.known_addresses (
  account_key text not null,
  address_key text not null,
  last_used_at timestamptz not null default now(),
  constraint known_addresses_pkey primary key (account_key, address_key),
  constraint account_key_is_a_digest check (account_key ~ '^[0-9a-f]{32}$'),
  constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$')
);

comment on table private.known_addresses is
  'Addresses from which an account was signed in to during the last 90 days. Holds keyed digests, no addresses.';

create index known_addresses_by_time on private.known_addresses (last_used_at);

alter table private.known_addresses enable row level security;


create table private.access_settings (
  id boolean default true primary key,
  factor_required_at timestamptz,
  constraint one_row check (id)
);

comment on table private.access_settings is 'Settings for admin access, in a single row.';
comment on column private.access_settings.factor_required_at is
  'Since when admins need a second factor; null if it is optional. Each account has 7 days from then or from its'
  ' first sign-in, whichever is later.';

alter table private.access_settings enable row level security;


create table private.second_factors (
  user_id uuid primary key,
  sealed_secret text not null,
  made_at timestamptz not null default now(),
  last_step bigint not null,
  warned_at timestamptz,
  constraint second_factors_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade,
  constraint secret_is_sealed check (sealed_secret ~ '^Fe26[.]2[*][A-Za-z0-9*_-]+$' and char_length(sealed_secret) <= 1000)
);

comment on table private.second_factors is 'Admins'' authenticator apps (TOTP, RFC 6238).';
comment on column private.second_factors.sealed_secret is 'Sealed by the Worker with FACTOR_SECRET.';
comment on column private.second_factors.last_step is
  'The number of the 30-second step whose code was used last, so that no code is accepted twice.';
comment on column private.second_factors.warned_at is
  'When the account was last notified that someone is trying codes; null before.';

alter table private.second_factors enable row level security;


create table private.recovery_codes (
  user_id uuid not null,
  digest text not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, digest),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references private.second_factors(user_id) on delete cascade,
  constraint digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$')
);

comment on table private.recovery_codes is
  'Single-use codes that replace a lost authenticator app. They are deleted with the second factor.';
comment on column private.recovery_codes.digest is 'SHA-256 of a random code of 120 bits, in hex.';
comment on column private.recovery_codes.used_at is 'Null while the code is unused.';

alter table private.recovery_codes enable row level security;


create table private.factor_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  at timestamptz not null default now(),
  is_settled boolean not null default false,
  constraint factor_tries_user_id_fkey foreign key (user_id) references private.second_factors(user_id) on delete cascade
);

comment on table private.factor_tries is
  'Second-factor codes that were refused in the last day. Each attempt is counted before the code is checked.';
comment on column private.factor_tries.is_settled is
  'Whether the result is recorded. An attempt without a result counts as refused.';

create index factor_tries_of_an_account on private.factor_tries (user_id, at);

alter table private.factor_tries enable row level security;


create table private.password_links (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null,
  keys text not null,
  asked_at timestamptz not null default now(),
  token_digest text,
  used_at timestamptz,
  constraint password_links_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade,
  constraint keys_is_a_digest check (keys ~ '^[0-9a-f]{64}$'),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.password_links is
  'Links that admins requested because they forgot their password; each good for an hour, until one is used.';
comment on column private.password_links.id is 'The token is derived from it.';
comment on column private.password_links.keys is
  'credentials_digest of the account when the link was requested; any later change of it invalidates the link.';
comment on column private.password_links.token_digest is 'SHA-256 of the token; the token itself is only in the email.';

create index password_links_of_an_account on private.password_links (user_id);
create index password_links_by_time on private.password_links (asked_at);
create unique index password_links_by_token on private.password_links (token_digest);

alter table private.password_links enable row level security;


create table private.admin_invitations (
  id uuid default gen_random_uuid() primary key,
  email text not null,
  role text not null,
  invited_by uuid not null,
  invited_at timestamptz not null default now(),
  token_digest text,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint admin_invitations_invited_by_fkey foreign key (invited_by) references public.admin_users(id) on delete cascade,
  constraint accepted_or_withdrawn check (num_nonnulls(accepted_at, withdrawn_at) < 2),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint role_is_known check (role in ('owner', 'editor')),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.admin_invitations is
  'People invited by owners to become admins. An invitation can be accepted only within 7 days of invited_at.';
comment on column private.admin_invitations.invited_at is 'When the invitation was last sent.';
comment on column private.admin_invitations.token_digest is
  'SHA-256 of the token that accepts the invitation; the token itself is only in the email.';

create index admin_invitations_by_time on private.admin_invitations (invited_at);
create unique index admin_invitations_by_token on private.admin_invitations (token_digest);
create index admin_invitations_of_an_owner on private.admin_invitations (invited_by);
create unique index one_invitation_per_address on private.admin_invitations (lower(email)) where accepted_at is null and withdrawn_at is null;

alter table private.admin_invitations enable row level security;


create table private.admin_address_changes (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null,
  email text not null,
  previous_email text not null,
  keys text not null,
  token_digest text,
  asked_at timestamptz not null default now(),
  canceled_at timestamptz,
  confirmed_at timestamptz,
  constraint admin_address_changes_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade,
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint keys_is_a_digest check (keys ~ '^[0-9a-f]{64}$'),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.admin_address_changes is
  'New addresses that admins want to sign in with. A change can be confirmed only within 24 hours of asked_at.';
comment on column private.admin_address_changes.email is 'The new address.';
comment on column private.admin_address_changes.previous_email is
  'The address of the account when the change was requested; its owner is notified.';
comment on column private.admin_address_changes.keys is
  'credentials_digest of the account when the change was requested; a password change in the meantime invalidates it.';
comment on column private.admin_address_changes.token_digest is
  'SHA-256 of the token that confirms the change; the token itself is only in the email to the new address.';

create index admin_address_changes_by_time on private.admin_address_changes (asked_at);
create unique index admin_address_changes_by_token on private.admin_address_changes (token_digest);
create index admin_address_changes_of_an_account on private.admin_address_changes (user_id);
create unique index one_admin_address_change_at_a_time on private.admin_address_changes (user_id) where canceled_at is null and confirmed_at is null;

alter table private.admin_address_changes enable row level security;


-- analytics/tables.sql

create table private.daily_totals (
  day date not null,
  kind text not null,
  total integer not null,
  shard smallint not null default 0,
  constraint daily_totals_pkey primary key (day, kind, shard),
  constraint daily_totals_kind_check check (kind in ('like', 'waitlist', 'subscription', 'message')),
  constraint daily_totals_shard_check check (shard >= 0 and shard <= 15),
  constraint daily_totals_total_check check (total >= 0)
);

comment on table private.daily_totals is
  'What visitors did per day in Honolulu, without suspected spam. Purges never change it; only an unlike reduces a total, on the day of the like.';
comment on column private.daily_totals.shard is
  'Result of shard_of for likes or shard_of_row for other rows; days before shards were introduced have 0.';

alter table private.daily_totals enable row level security;


-- articles/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.change_article_outcome as enum ('done', 'changed', 'not-found');
create type public.save_article_outcome as enum ('saved', 'changed', 'not-found', 'slug-taken', 'trashed', 'published-already', 'past');


-- attendance/check-in/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.check_in_outcome as enum ('in', 'already-in', 'no-spot', 'not-found');


-- attendance/people/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.apply_bulk_action_outcome as enum ('applied', 'already-applied', 'changed', 'gone');
create type public.undo_bulk_action_outcome as enum ('undone', 'already-undone', 'too-late', 'gone');


-- attendance/people/tables.sql

create table private.bulk_actions (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  verb text not null,
  made_at timestamptz not null default now(),
  applied_at timestamptz,
  is_final boolean not null default false,
  undone_at timestamptz,
  constraint only_what_was_applied_is_undone check (undone_at is null or applied_at is not null),
  constraint verb_is_known check (verb in ('told', 'give', 'check-in', 'clear', 'cancel', 'accept', 'turn-down'))
);

comment on table private.bulk_actions is
  'What an admin does to several people of an event at once: chosen, looked over, applied, and perhaps undone.';
comment on column private.bulk_actions.is_final is
  'Whether something has left the site with it, an email or a delivery, so that it cannot be undone.';

create index bulk_actions_by_time on private.bulk_actions (made_at);
create index bulk_actions_of_an_event on private.bulk_actions (event_id);

alter table private.bulk_actions enable row level security;


create table private.bulk_action_people (
  action_id uuid not null,
  entry_id uuid not null,
  outcome text,
  before jsonb,
  is_undone boolean not null default false,
  constraint bulk_action_people_pkey primary key (action_id, entry_id),
  constraint bulk_action_people_action_id_fkey foreign key (action_id) references private.bulk_actions(id)
    on delete cascade
);

comment on table private.bulk_action_people is 'The people of a bulk action.';
comment on column private.bulk_action_people.outcome is
  'done, or why this person was left out (judge_bulk_action); null until the action is applied.';
comment on column private.bulk_action_people.before is
  'What the action may change, as it was before: columns of the entry, and its reservation.';

create index bulk_action_people_of_an_entry on private.bulk_action_people (entry_id);

alter table private.bulk_action_people enable row level security;


-- attendance/reservations/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.add_reservation_outcome as enum ('placed', 'waiting', 'already-joined', 'not-found');
create type public.answer_offer_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down',
  'nowhere'
);
create type public.change_party_outcome as enum ('changed', 'full', 'too-many', 'closed', 'nowhere');
create type public.join_line_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down',
  'closed', 'too-often', 'nowhere'
);
create type public.move_up_outcome as enum (
  'moved', 'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked',
  'turned-down', 'not-found'
);
create type public.reserve_workshop_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'asked', 'turned-down', 'closed',
  'no-reservation', 'not-now', 'not-found'
);
create type public.settle_offer_outcome as enum (
  'placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down',
  'not-found'
);
create type public.set_join_link_outcome as enum ('saved', 'replaced', 'same', 'not-online');
create type public.switch_place_outcome as enum ('switched', 'waits', 'stays', 'closed', 'nowhere');


-- attendance/waitlist/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.ask_address_change_outcome as enum ('asked', 'same', 'unconfirmed', 'too-many', 'nowhere');
create type public.confirm_address_change_outcome as enum ('changed', 'already-listed', 'nowhere');
create type public.join_waitlist_outcome as enum (
  'joined', 'already-joined',
  -- the event takes reservations; to-confirm: their network already holds as many unconfirmed spots as allowed
  'placed', 'waiting', 'to-confirm',
  -- an admin decides
  'asked',
  -- nothing is stored: no sign-up (now, yet, anymore), the form (are_answered), no room (reserve_bytes), not for them
  'closed', 'early', 'late', 'party-too-large', 'not-answered', 'full', 'for-guests', 'not-found'
);
create type public.renew_status_link_outcome as enum ('renewed', 'unmailed', 'not-now', 'nowhere');
create type public.resend_status_link_outcome as enum ('asked', 'not-found');
create type public.return_to_waitlist_outcome as enum ('back', 'joined-again', 'too-late');


-- audit-log/tables.sql

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
  'What admins changed and how they got access. Append-only: no row can be changed or deleted, except that erase_person removes actor_email from the entries of an erased account, and purge deletes rows whose period in log_retention() is over.';
comment on column public.audit_log.actor is
  'Account that made the change; null for the operator. No foreign key: the row outlives the account.';
comment on column public.audit_log.row_id is
  'The id of the row, or many if a statement changed more than 100 rows in the same way; for erase, of the erased account (made up if there was none); for access, of the account.';
comment on column public.audit_log.changes is
  'insert, delete: the row; update: {column: {old, new}}; erase: the number of each kind of row erased, and address_digest, the address digested with the Worker''s key; access: {event} and its details. For outbox and data that visitors sent, only {columns: [names]}, never values, with {rows: number} for many.';

create index audit_log_by_time on public.audit_log (at desc, id desc);
create index audit_log_of_a_table on public.audit_log (table_name, id desc);
create index audit_log_of_an_actor on public.audit_log (actor, id desc);
create index audit_log_of_an_address on public.audit_log (lower(actor_email));
create index audit_log_with_addresses on public.audit_log ((coalesce(changes::text ~ '@|%40', false)));
create index audit_log_of_accepted_invitations on public.audit_log ((changes ->> 'invitation')) where changes ->> 'event' = 'invitation-accepted';
create index audit_log_of_an_id on public.audit_log (row_id, id);
create index audit_log_of_refused_sign_ins on public.audit_log (at) where changes ->> 'event' in ('sign-in-refused', 'proof-refused');

alter table public.audit_log enable row level security;


-- budgets/tables.sql

create table private.budget_rules (
  what text not null,
  who text not null,
  period interval not null,
  most bigint,
  rows_of_a_part smallint not null default 1,
  constraint budget_rules_pkey primary key (what, who),
  constraint most_is_positive check (most > 0),
  constraint rows_of_a_part_are_1_to_16 check (rows_of_a_part between 1 and 16),
  constraint period_is_at_most_a_day check (period > interval '0' and period <= interval '24 hours'),
  constraint who_is_known check (who in ('recipient', 'near', 'far', 'account', 'entry', 'site'))
);

comment on table private.budget_rules is
  'Limits on what strangers, and admins toward strangers, may cause. Its rows are part of the schema;'
  ' docs/limits.md has the same table.';
comment on column private.budget_rules.who is
  'Whose spending counts: the recipient''s mailbox, however its address is spelled; the sender''s network, near'
  ' (an IPv4 address, an IPv6 /64) or far (an IPv4 address, an IPv6 /48); an admin''s account; an entry, whose'
  ' link somebody holds; or the whole site.';
comment on column private.budget_rules.most is
  'The maximum within the period: emails, or for bytes the number of bytes stored. Null: counted, and never refused.';
comment on column private.budget_rules.rows_of_a_part is
  'The number of rows in which one part of the period is counted. More than one if all forms of the site spend'
  ' from it at once: then nobody waits for another, but simultaneous spending may exceed the limit.';

alter table private.budget_rules enable row level security;


create table private.spending (
  what text not null,
  who text not null,
  key text not null,
  at timestamptz not null,
  amount bigint not null,
  number smallint not null default 0,
  constraint spending_pkey primary key (what, who, key, at, number),
  constraint spending_rule_fkey foreign key (what, who) references private.budget_rules (what, who) on delete cascade,
  constraint key_is_short check (char_length(key) between 1 and 40)
);

comment on table private.spending is
  'What was spent from the budgets within a day. Holds keyed digests of addresses and networks, no addresses;'
  ' useless after a day.';
comment on column private.spending.amount is
  'Negative where more was given back than spent in that part: the bytes of rows that were confirmed or made room.';
comment on column private.spending.at is
  'The end of the part of the rule''s period in which it was spent. Each period has 144 parts, so a budget never'
  ' has more rows than that (times rows_of_a_part).';

create index spending_by_time on private.spending (at);

alter table private.spending enable row level security;


create table private.unconfirmed_rows (
  id uuid primary key,
  kind text not null,
  network_key text,
  bytes integer not null,
  may_go boolean not null default false,
  created_at timestamptz not null default now(),
  constraint bytes_are_positive check (bytes > 0),
  constraint kind_is_a_word check (kind ~ '^[a-z]{1,20}$'),
  constraint network_key_is_a_digest check (network_key ~ '^[0-9a-f]{32}$')
);

comment on table private.unconfirmed_rows is
  'What visitors'' forms have stored within a day for addresses that nobody has confirmed, with the keyed digest'
  ' of the network (far) it came from. Confirming deletes the row.';
comment on column private.unconfirmed_rows.id is
  'The id of the entry, subscription, proposal, message or suggestion. Has no foreign key.';
comment on column private.unconfirmed_rows.kind is 'One of the kinds of private.rows_that_may_go, or entry.';
comment on column private.unconfirmed_rows.may_go is
  'Whether it makes room when the bytes of the day are used up, unless an email about it was tried (make_room).';

create index unconfirmed_rows_by_time on private.unconfirmed_rows (created_at);
create index unconfirmed_rows_of_a_network on private.unconfirmed_rows (network_key);

alter table private.unconfirmed_rows enable row level security;


-- campaigns/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.start_own_words_outcome as enum (
  'started', 'scheduled', 'nobody', 'changed', 'not-true', 'too-many'
);
create type public.take_back_own_words_outcome as enum ('taken-back', 'sent', 'has-draft');
create type public.start_campaign_outcome as enum ('started', 'nobody', 'changed', 'not-true');


-- channel-posts/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.queue_channel_post_outcome as enum ('queued', 'already-queued', 'not-public');

create type public.decide_channel_post_outcome as enum ('done', 'changed');


-- channel-posts/tables.sql

create table public.channel_posts (
  id uuid primary key,
  channel text not null,
  event_id uuid,
  article_id uuid,
  issue_id uuid,
  text text not null,
  state text not null default 'due',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint about_one_thing check (num_nonnulls(event_id, article_id, issue_id) = 1),
  constraint channel_posts_channel_check check (channel in ('discord', 'mastodon', 'slack', 'telegram')),
  constraint channel_posts_last_error_check check (char_length(last_error) <= 500),
  constraint channel_posts_state_check check (state in ('due', 'sending', 'sent', 'failed', 'uncertain')),
  constraint claimed_while_it_is_sent check ((state = 'sending') = (claimed_until is not null)),
  constraint settled_unless_due check ((state in ('due', 'sending')) = (settled_at is null)),
  constraint text_has_1_to_2000_characters check (btrim(text) <> '' and char_length(text) <= 2000)
);

comment on table public.channel_posts is
  'What admins post to external channels, each once: a post that may have arrived is not sent again until an admin decides.';
comment on column public.channel_posts.id is
  'The id made with the form, so that a form submitted twice makes one post.';
comment on column public.channel_posts.claimed_until is
  'Until when the attempt may take; if no result is recorded by then, the post becomes uncertain.';

create index channel_posts_due on public.channel_posts (next_attempt_at, id) where state in ('due', 'sending');
create index channel_posts_in_order on public.channel_posts (created_at desc, id);
create index channel_posts_settled on public.channel_posts (settled_at) where settled_at is not null;
create index channel_posts_unsettled on public.channel_posts (id) where state in ('failed', 'uncertain');
create index channel_posts_of_an_article on public.channel_posts (article_id) where article_id is not null;
create index channel_posts_of_an_event on public.channel_posts (event_id) where event_id is not null;
create index channel_posts_of_an_issue on public.channel_posts (issue_id) where issue_id is not null;

alter table public.channel_posts enable row level security;


-- contact/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.answer_message_outcome as enum ('answered', 'changed', 'gone');
create type public.send_message_outcome as enum ('sent', 'already-sent', 'full');


-- credentials/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.credential_state as enum ('issued', 'taken-back', 'unknown', 'sample');


-- credentials/tables.sql

create table public.credentials (
  number integer generated always as identity (minvalue 0 start with 0) primary key,
  id uuid default gen_random_uuid() not null unique,
  subject uuid default gen_random_uuid() not null,
  reservation_id uuid,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  person smallint not null default 1,
  is_sample boolean not null default false,
  constraint one_for_each_person unique (reservation_id, person),
  constraint person_is_1_to_20 check (person between 1 and 20)
);

comment on table public.credentials is
  'Credentials of attendance that were issued. A row remains when the reservation is deleted: its number is never reused, and it contains nothing that identifies a person.';
comment on column public.credentials.number is 'Index in the revocation lists that verifiers read.';
comment on column public.credentials.id is 'Identifies the credential, in the credential itself and on printed pages.';
comment on column public.credentials.subject is 'Identifies the holder, only in the credential.';
comment on column public.credentials.reservation_id is 'Null while the reservation is deleted.';
comment on column public.credentials.taken_back_at is 'When it was revoked; null while it is valid.';

comment on column public.credentials.person is 'Which of the people who came with the reservation it is for, counted from 1.';
comment on column public.credentials.is_sample is 'Whether the event was a sample, so that it proves nothing.';

alter table public.credentials enable row level security;


-- doctor/tables.sql

create table public.doctor_checks (
  name text primary key,
  state text not null,
  since timestamptz not null default now(),
  told text not null default 'ok',
  constraint doctor_checks_name_check check (name ~ '^[a-z-]{1,40}$'),
  constraint doctor_checks_state_check check (state in ('ok', 'wrong', 'unknown')),
  constraint doctor_checks_told_check check (told in ('ok', 'wrong'))
);

comment on table public.doctor_checks is
  'The latest result that cron got from each check of the doctor, and since when.';
comment on column public.doctor_checks.told is
  'The state that the organization was last notified of; ok before the first notification.';

alter table public.doctor_checks enable row level security;


create table public.heartbeats (
  job text primary key,
  ran_at timestamptz not null default now(),
  succeeded_at timestamptz,
  milliseconds integer not null,
  constraint heartbeats_job_check check (job in ('minute', 'nightly')),
  constraint heartbeats_milliseconds_check check (milliseconds >= 0)
);

comment on table public.heartbeats is
  'When each cron job last ran to its end, when it last succeeded, and how long the last run took.';

alter table public.heartbeats enable row level security;


create table public.restore_drills (
  drilled_at timestamptz default now() primary key,
  row_count bigint not null,
  constraint restore_drills_row_count_check check (row_count > 0)
);

comment on table public.restore_drills is 'When a backup was restored elsewhere and worked, and how many rows it had.';

alter table public.restore_drills enable row level security;


-- education/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.delete_tab_outcome as enum ('deleted', 'not-empty', 'changed', 'no-target', 'not-found');
-- State of the page behind a link: gone means missing in three checks, unknown that no check has given a clear result.
create type public.link_state as enum ('fine', 'moved', 'gone', 'unknown');
create type public.reorder_resource_outcome as enum ('placed', 'changed', 'not-found');
create type public.reorder_tab_outcome as enum ('placed', 'changed', 'not-found');


-- events/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.delete_event_outcome as enum ('deleted', 'somebody-waits', 'has-workshops', 'changed', 'not-found');

create type public.renew_event_link_outcome as enum ('renewed', 'changed', 'not-found');


-- imports/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

-- Why a line is refused; the first two are independent of the column mapping.
create type public.import_refusal as enum ('too-many-values', 'broken-quotes', 'no-column', 'unfit', 'twin', 'by-hand', 'no-tab', 'left', 'suppressed',
  'canceled', 'private', 'older', 'departed', 'undescribed', 'later', 'unsure', 'no-address');

create type public.apply_import_outcome as enum ('applied', 'already-applied', 'nothing', 'gone');
create type public.stage_import_outcome as enum ('staged', 'already-applied');
create type public.undo_import_outcome as enum ('undone', 'already-undone', 'too-late', 'gone');


-- issues/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.schedule_issue_outcome as enum ('sent', 'scheduled', 'changed', 'already-scheduled', 'not-found');
create type public.settle_issue_batch_outcome as enum ('answered', 'refused', 'later', 'unknown', 'not-under-way');


-- likes/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.set_like_outcome as enum ('liked', 'unliked', 'not-found', 'too-many');


-- likes/tables.sql

create table public.resource_likes (
  id bigint generated always as identity primary key,
  resource_id uuid not null,
  user_id uuid,
  ip_address text,
  visitor_key text,
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  network_key text,
  constraint one_like_per_person unique (resource_id, user_id),
  constraint one_like_per_visitor unique (visitor_key, resource_id),
  constraint a_like_is_a_persons_or_a_visitors_or_retired check (
case
    when retired_at is not null then num_nonnulls(user_id, ip_address, visitor_key, network_key) = 0
    when user_id is not null then num_nonnulls(ip_address, visitor_key, network_key) = 0
    else ip_address is not null
end),
  constraint ip_address_is_a_digest check (ip_address ~ '^[0-9a-f]{32}$'),
  constraint network_key_is_a_digest check (network_key ~ '^[0-9a-f]{32}$'),
  constraint visitor_key_is_a_digest check (visitor_key ~ '^[0-9a-f]{32}$')
);

comment on table public.resource_likes is
  'Likes. No API role reads them; education_page counts them and set_like writes them.';
comment on column public.resource_likes.ip_address is
  'Keyed digest of the IP address, 32 hex digits, never the address itself.';
comment on column public.resource_likes.visitor_key is
  'Keyed digest of the visitor cookie, 32 hex digits; null without a cookie.';
comment on column public.resource_likes.network_key is
  'Keyed digest of the network (far), within which anonymous likes are counted.';
comment on column public.resource_likes.retired_at is 'When retention removed the keys; the like still counts.';

create unique index one_like_per_address on public.resource_likes (resource_id, ip_address) where user_id is null and visitor_key is null;
create index resource_likes_by_time on public.resource_likes (created_at, resource_id);
create index resource_likes_of_a_person on public.resource_likes (user_id) where user_id is not null;
create index resource_likes_of_an_address on public.resource_likes (resource_id, ip_address, created_at);
create index resource_likes_of_a_network on public.resource_likes (resource_id, network_key, created_at);
create index resource_likes_of_visitors on public.resource_likes (created_at) where ip_address is not null;

alter table public.resource_likes enable row level security;


create table private.resource_like_counts (
  resource_id uuid not null,
  likes integer not null,
  shard smallint not null,
  constraint resource_like_counts_pkey primary key (resource_id, shard),
  constraint resource_like_counts_likes_check check (likes >= 0),
  constraint resource_like_counts_shard_check check (shard >= 0 and shard <= 15)
);

comment on table private.resource_like_counts is
  'Number of rows of resource_likes per resource, in 16 shards that are summed on reading. Kept by triggers,'
  ' because a million rows are too many to count for a list.';
comment on column private.resource_like_counts.shard is 'Result of shard_of for the likes counted here.';

alter table private.resource_like_counts enable row level security;


-- mail/tables.sql

create table private.mail_purposes (
  purpose text primary key,
  stream text not null default 'transactional',
  editors_see boolean not null,
  precedence smallint not null default 2,
  constraint precedence_is_0_to_2 check (precedence between 0 and 2),
  constraint stream_is_known check (stream in ('keys', 'house', 'transactional', 'newsletter'))
);

comment on table private.mail_purposes is 'Purposes of emails. Its rows are part of the schema.';
comment on column private.mail_purposes.stream is
  'Each stream has its own suppressions: keys is about admins'' accounts; house, to the organization, has none.';
comment on column private.mail_purposes.editors_see is
  'Whether editors see these emails: those about events and messages, but not those to subscribers or about accounts.';
comment on column private.mail_purposes.precedence is
  'What is sent first when many emails are due: 0 for admins'' accounts, 1 for spots, 2 for everything else.';

alter table private.mail_purposes enable row level security;


create table private.mail_batches (
  id bigint generated always as identity primary key,
  issue integer not null,
  idempotency_key uuid not null default gen_random_uuid() unique,
  attempts integer not null default 1,
  claimed_until timestamptz,
  next_attempt_at timestamptz,
  sealed text,
  recipients bigint[],
  frozen_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  constraint claimed_or_due_again check (num_nonnulls(claimed_until, next_attempt_at) = 1),
  constraint frozen_as_a_whole check (num_nulls(sealed, recipients, frozen_at) in (0, 3)),
  constraint mail_batches_attempts_check check (attempts > 0),
  constraint mail_batches_last_error_check check (char_length(last_error) <= 500),
  constraint mail_batches_sealed_check check (octet_length(sealed) <= 200000),
  constraint only_what_is_frozen_is_due_again check (next_attempt_at is null or sealed is not null)
);

comment on table private.mail_batches is
  'Emails of an issue that are sent to the provider in one request, until the request is settled. A retry sends'
  ' the same request, byte for byte, made of the issue''s letter, the sealed addresses and the recipients in their'
  ' order.';
comment on column private.mail_batches.sealed is
  'Addresses and link generations of the emails claimed for it, sealed; empty if one of them was erased during the'
  ' attempt, in which case the batch is not sent again.';
comment on column private.mail_batches.recipients is
  'Emails in the order of the request, without those dropped when it was frozen.';

create index mail_batches_of_an_issue on private.mail_batches (issue);

alter table private.mail_batches enable row level security;


create table public.mails (
  id bigint generated always as identity primary key,
  purpose text not null,
  person uuid not null,
  occurrence bigint not null,
  address_key text,
  idempotency_key uuid not null default gen_random_uuid(),
  state text not null default 'due',
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  claimed_until timestamptz,
  sealed text,
  frozen_at timestamptz,
  frozen_attempt integer,
  payload_digest text,
  provider_id text,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  goes_to_many boolean not null default false,
  batch_id bigint,
  queue text,
  rank integer,
  by_holder boolean not null default false,
  told jsonb,
  constraint one_mail_per_person_purpose_and_occasion unique (person, purpose, occurrence),
  constraint mails_batch_id_fkey foreign key (batch_id) references private.mail_batches(id) on delete set null,
  constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  constraint claimed_for_a_while check ((state = 'claimed') = (claimed_until is not null)),
  constraint frozen_when_sealed check (sealed is null or num_nulls(frozen_at, frozen_attempt, payload_digest, address_key) = 0),
  constraint queue_is_known check (queue in ('strangers', 'known', 'spots')),
  constraint ranked_in_a_queue check ((queue is null) = (rank is null)),
  constraint mails_attempts_check check (attempts >= 0),
  constraint mails_last_error_check check (char_length(last_error) <= 500),
  constraint mails_occurrence_check check (occurrence > 0),
  constraint mails_provider_id_check check (char_length(provider_id) <= 200),
  constraint mails_sealed_check check (octet_length(sealed) <= 200000),
  constraint mails_state_check check (state in ('due', 'claimed', 'accepted', 'refused', 'unknown', 'left', 'dropped', 'bounced', 'complained')),
  constraint payload_digest_is_a_digest check (payload_digest ~ '^[0-9a-f]{64}$'),
  constraint mails_purpose_fkey foreign key (purpose) references private.mail_purposes (purpose),
  constraint sealed_while_it_may_be_under_way check (sealed is null or (state in ('claimed', 'unknown'))),
  constraint what_is_settled_is_not_due check ((state in ('due', 'claimed', 'unknown')) or next_attempt_at is null)
);

comment on table public.mails is
  'Emails that are queued, being sent or sent: one row per purpose, person and occurrence. Holds no address; the'
  ' sealed payload has one while the email is being sent.';
comment on column public.mails.person is
  'The recipient. The waitlist entry for waitlist-receipt, waitlist-lost-link, waitlist-new-link,'
  ' waitlist-address-confirmed, join-link, join-link-replaced, still-coming, agenda-changed, request-answered, request-undecided and event-news; the'
  ' subscription for series-confirm, series-editions and newsletter-first; the speaker for speaker-corrections; the proposal for'
  ' proposal-confirm and proposal-answer; the admin for event-news-test and test-email; the account for key-notice'
  ' and password-link; the invitation for admin-invitation; the change of address for waitlist-new-address,'
  ' waitlist-old-address, admin-new-address and admin-old-address; the message for emails about a message, except'
  ' message-notice, which has none; the suggestion for suggestion-receipt. Has no foreign key: emails to people'
  ' who no longer exist are dropped when they are claimed.';
comment on column public.mails.occurrence is
  'Counts the emails with one purpose to one person. For event-news, the id of the campaign; for series-editions,'
  ' the announcement; for join-link, the start of the event in seconds since 1970; for join-link-replaced, the'
  ' number of the link; for still-coming and request-undecided, the day of the event in days since 1970; for key-notice, the entry of'
  ' the audit log; for admin-old-address, 1 when the change was requested, 2 when it was made; for message-notice,'
  ' the number of the first message in it.';
comment on column public.mails.address_key is
  'Keyed digest of the address; for emails that the organization enqueues to many people, set when it is frozen.';
comment on column public.mails.state is
  'unknown: sent without a response. Sent again with the same key while the provider remembers it; after that,'
  ' without next_attempt_at, an admin decides. left: an admin has decided to leave it. dropped: it was no longer'
  ' true when it was claimed, or the person had been notified otherwise.';
comment on column public.mails.frozen_attempt is
  'The attempt for which the payload was made; later attempts send the same payload.';
comment on column public.mails.goes_to_many is
  'Whether it is one of many; emails that one person is waiting for are claimed before these.';
comment on column public.mails.batch_id is 'The request in which it is sent, until that is settled.';
comment on column public.mails.queue is
  'Set for emails that visitors'' forms cause: strangers, to addresses that nobody has confirmed, which leave at a'
  ' pace; known, to confirmed ones; spots, about a spot that is held. Null for all others.';
comment on column public.mails.by_holder is
  'Whether the holder of a link has caused it by pressing something on their own page: it is not sent if it says'
  ' what the one before said.';
comment on column public.mails.told is
  'For news of an event: what the email says of what people rely on (relied_on).';
comment on column public.mails.rank is
  'How many emails the visitor''s network had caused in 24 hours when it was queued: those of a queue leave by'
  ' rank, then by time.';

create index issue_mails_due on public.mails (occurrence, id) include (next_attempt_at) where next_attempt_at is not null and purpose = 'newsletter-issue';
create index issue_mails_of_a_day on public.mails (frozen_at) where purpose = 'newsletter-issue';
create index mails_by_address on public.mails (address_key);
create index mails_by_time on public.mails (created_at);
create index mails_due on public.mails (goes_to_many, next_attempt_at, id)
  where next_attempt_at is not null and purpose <> 'newsletter-issue' and not (queue is not distinct from 'strangers' and attempts = 0);
create index mails_of_strangers on public.mails (rank, next_attempt_at, id)
  where next_attempt_at is not null and queue = 'strangers' and attempts = 0;
create index mails_frozen on public.mails (next_attempt_at) where sealed is not null;
create index mails_in_trouble on public.mails (created_at, id) where (state in ('refused', 'bounced', 'complained')) or state = 'unknown' and next_attempt_at is null and batch_id is null;
create index mails_of_a_batch on public.mails (batch_id) where batch_id is not null;
create index mails_of_a_provider on public.mails (provider_id) where provider_id is not null;
create index mails_of_an_occasion on public.mails (purpose, occurrence);

alter table public.mails enable row level security;


create table private.mail_events (
  id text primary key,
  provider_id text not null,
  kind text not null,
  at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint mail_events_id_check check (char_length(id) >= 1 and char_length(id) <= 100),
  constraint mail_events_kind_check check (kind in ('bounced', 'complained', 'undetermined', 'failed', 'unknown')),
  constraint mail_events_provider_id_check check (char_length(provider_id) >= 1 and char_length(provider_id) <= 200)
);

comment on table private.mail_events is
  'What the provider has reported about emails, each event once; a report may arrive before the provider''s id of'
  ' the email is known.';
comment on column private.mail_events.kind is
  'undetermined: it came back, perhaps for a while; failed: the provider had accepted it, and did not send it.'
  ' unknown: this version does not know the type of the event, which is in provider_id; there is one row per type.';

create index mail_events_by_time on private.mail_events (created_at);
create index mail_events_of_a_mail on private.mail_events (provider_id);

alter table private.mail_events enable row level security;


create table private.mail_suppressions (
  address_key text not null,
  reason text not null,
  created_at timestamptz not null default now(),
  stream text not null,
  constraint mail_suppressions_pkey primary key (address_key, stream),
  constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  constraint mail_suppressions_reason_check check (reason in ('not-mine', 'bounced', 'complained', 'erased')),
  constraint mail_suppressions_stream_check check (stream in ('keys', 'transactional', 'newsletter')),
  constraint only_what_came_back_stops_keys check (stream <> 'keys' or reason = 'bounced')
);

comment on table private.mail_suppressions is
  'Addresses to which no emails of a stream are sent, because the owner did not ask for them, complained, or had'
  ' the address erased, or because the address does not exist. Holds keyed digests, no addresses.';

alter table private.mail_suppressions enable row level security;


-- newsletter/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.change_newsletter_address_outcome as enum ('asked', 'same', 'too-many', 'nowhere');
create type public.confirm_newsletter_address_outcome as enum ('changed', 'refused', 'nowhere');
create type public.confirm_subscription_outcome as enum ('confirmed', 'refused', 'nowhere');
create type public.keep_for_provider_outcome as enum ('kept', 'full');
create type public.return_to_newsletter_outcome as enum ('back', 'refused', 'nowhere');
create type public.subscribe_outcome as enum ('subscribed', 'already-subscribed', 'full');


-- outbox/tables.sql

create table public.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  waitlist_entry_id uuid unique,
  idempotency_key uuid not null default gen_random_uuid() unique,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  is_stale boolean not null default false,
  subscriber_id uuid unique,
  rank integer,
  constraint delivered_or_failed check (num_nonnulls(delivered_at, failed_at) <= 1),
  constraint outbox_attempts_check check (attempts >= 0),
  constraint outbox_kind_check check (kind in ('waitlist', 'notice', 'newsletter')),
  constraint outbox_last_error_check check (char_length(last_error) <= 500),
  constraint newsletter_has_its_subscriber check ((kind = 'newsletter') = (subscriber_id is not null)),
  constraint waitlist_has_its_entry check ((kind = 'waitlist') = (waitlist_entry_id is not null))
);

comment on table public.outbox is
  'Deliveries to external endpoints, written in the same transaction as what they are about. Holds no addresses itself.';
comment on column public.outbox.claimed_until is 'Until when the current attempt holds its claim.';
comment on column public.outbox.is_stale is
  'Whether a message arrived after the notice was counted and sent; the next attempt then sends a new notice with its own key.';

comment on column public.outbox.rank is
  'Set for an address that waits for its turn at the newsletter provider, as mails.rank is for emails that strangers cause.';

create unique index one_undelivered_notice on public.outbox (kind) where kind = 'notice' and delivered_at is null;
create index outbox_due on public.outbox (next_attempt_at, id) where delivered_at is null and failed_at is null;
create index outbox_of_strangers on public.outbox (rank, next_attempt_at, id)
  where rank is not null and attempts = 0 and delivered_at is null and failed_at is null;
create index outbox_failing on public.outbox (id) where delivered_at is null and (failed_at is not null or attempts >= 3);

alter table public.outbox enable row level security;


-- pictures/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.delete_picture_outcome as enum ('deleted', 'used', 'changed', 'not-found');


-- previews/tables.sql

create table private.previews (
  token_digest text primary key,
  kind text not null,
  article_id uuid,
  event_id uuid,
  expires_at timestamptz not null default now() + '7 days'::interval,
  made_by uuid default auth.uid(),
  constraint about_one_thing check (case kind
    when 'article' then num_nonnulls(article_id) = 1 and event_id is null
    else num_nonnulls(event_id) = 1 and article_id is null
  end),
  constraint kind_is_known check (kind in ('article', 'event', 'program')),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.previews is
  'SHA-256 of the tokens of links that show an article, an event or its program to anyone who has them, published or'
  ' not. One that has expired is kept for 7 days, so that no form made before makes it again.';
comment on column private.previews.made_by is 'The admin who made it. Has no foreign key, like the audit log.';

create index previews_of_an_article on private.previews (article_id) where article_id is not null;
create index previews_of_an_event on private.previews (event_id) where event_id is not null;

alter table private.previews enable row level security;


-- programme/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.save_talk_outcome as enum ('saved', 'changed', 'room-taken', 'not-found');
create type public.arrange_talks_outcome as enum ('saved', 'changed', 'room-taken');
create type public.shift_talks_outcome as enum ('shifted', 'changed', 'room-taken', 'no-talks');
create type public.ask_for_corrections_outcome as enum ('asked', 'asked-before', 'not-now', 'over', 'not-found');
create type public.send_correction_outcome as enum ('waiting', 'same', 'not-found');
create type public.settle_correction_outcome as enum ('settled', 'changed');


-- proposals/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.propose_talk_outcome as enum ('asked', 'full', 'closed');
create type public.save_call_outcome as enum ('saved', 'changed');
create type public.sort_proposal_outcome as enum ('saved', 'changed');
create type public.decide_proposal_outcome as enum ('decided', 'decided-untold', 'changed');


-- questions/outcomes.sql

create type public.change_answers_outcome as enum ('changed', 'not-answered', 'closed', 'nowhere');
create type public.change_question_outcome as enum ('done', 'answered', 'too-many', 'not-found');
create type public.save_question_outcome as enum ('saved', 'changed', 'asks', 'answered', 'too-many', 'not-found');


-- samples/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.remove_samples_outcome as enum ('removed', 'kept', 'more-people');


-- samples/tables.sql

create table private.samples (
  id integer generated always as identity primary key,
  event_id uuid unique,
  recap_of uuid unique,
  issue_id uuid unique,
  like_id bigint unique,
  series_id uuid unique,
  programme_of uuid unique,
  place_id uuid unique,
  entry_id uuid unique,
  constraint a_sample_is_one_thing check (
    num_nonnulls(event_id, recap_of, issue_id, like_id, series_id, programme_of, place_id, entry_id) = 1
  )
);

comment on table private.samples is
  'What supabase/samples.sql has added and nobody has made their own since, and the editions made from a sample;'
  ' each row is an event, the recap or the program of an event, an issue, a like, a series, a place or a'
  ' person on a list who does not exist.';
comment on column private.samples.recap_of is 'The event that has the recap; the event itself need not be a sample.';
comment on column private.samples.programme_of is
  'The event that has the program; the event itself need not be a sample.';

alter table private.samples enable row level security;


-- series/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.subscribe_to_series_outcome as enum ('asked', 'full', 'not-found');


-- site/tables.sql

create table public.site_settings (
  id text default 'site' primary key,
  settings jsonb,
  updated_at timestamptz not null default now(),
  constraint settings_are_texts check (jsonb_typeof(settings) = 'object' and not jsonb_path_exists(settings, '$.*?(@.type() != "string")'::jsonpath)),
  constraint settings_have_at_most_100000_bytes check (octet_length(settings::text) <= 100000),
  constraint settings_link_to_the_web check (not jsonb_path_exists(settings, '$.keyvalue()?(@."key" like_regex "_url$" && !(@."value" like_regex "^https?://[^/?#@\\s]+([/?#]\\S*)?$" flag "i"))'::jsonpath)),
  constraint settings_name_the_site check (settings ?& array['name', 'short_name', 'tagline', 'email', 'location', 'community_url', 'meetup_url', 'chat_url']),
  constraint there_is_one_site check (id = 'site')
);

comment on table public.site_settings is
  'A single row: names, links, texts, founders and the announcement, as the form of /admin/site submits them; null until an owner saves them. Public.';

alter table public.site_settings enable row level security;


-- suggestions/outcomes.sql

-- Return values of functions; TypeScript has each as a union type of these names (npm run types).

create type public.suggest_outcome as enum ('kept', 'already-kept', 'in-library', 'full');


-- accounts/accept_invitation.sql

create function public.accept_invitation(p_token_digest text, p_user uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation private.admin_invitations;
begin
  select i.* into invitation
    from private.admin_invitations i
    join auth.users u on u.id = p_user and lower(u.email) = lower(i.email)
    where i.token_digest = p_token_digest
    for update of i;
  if invitation.id is null or private.invitation_state(invitation) <> 'open' then
    return false;
  end if;
  update private.admin_invitations i set accepted_at = now() where i.id = invitation.id;
  -- The Worker calls this without the person's token; the audit log must still name them as the actor.
  perform set_config('request.jwt.claim.sub', p_user::text, true);
  insert into public.admin_users (id, role) values (p_user, invitation.role);
  perform private.note_access(p_user, 'invitation-accepted', jsonb_build_object('role', invitation.role, 'invitation', invitation.id, 'inviter', invitation.invited_by));
  return true;
end;
$$;

grant execute on function public.accept_invitation to service_role;

comment on function public.accept_invitation is
  'Makes the account with the invited address an admin with the role of the invitation, once. Returns false when the invitation is not open.';


-- accounts/accounts_personal_data.sql

create function private.accounts_personal_data(p_address text, p_account uuid, p_account_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object(
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'is_admin', exists (select from public.admin_users a where a.id = u.id)
      )
      from auth.users u where u.id = p_account
    ),
    'invitations', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('role', i.role, 'invited_at', i.invited_at, 'accepted_at', i.accepted_at, 'withdrawn_at', i.withdrawn_at)
          order by i.invited_at, i.id
        ),
        '[]'
      )
      from private.admin_invitations i where lower(i.email) = p_address
    ),
    'address_changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('email', c.email, 'previous_email', c.previous_email, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at)
          order by c.asked_at, c.id
        ),
        '[]'
      )
      from private.admin_address_changes c
      where c.user_id = p_account or p_address in (lower(c.email), lower(c.previous_email))
    ),
    'counters', jsonb_build_object(
      'sign_in_failures', (select count(*) from private.sign_in_failures f where f.account_key = p_account_key),
      'known_addresses', (select count(*) from private.known_addresses k where k.account_key = p_account_key)
    )
  );
$$;

comment on function private.accounts_personal_data is
  'Returns the account of the owner of an email address, invitations to become an admin, and changes of the sign-in address.';


-- accounts/add_admin.sql

create function public.add_admin(p_email text, p_role text default 'owner') returns public.add_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if current_setting('role', true) <> 'service_role' then
    perform private.require_owner();
    perform private.require_proof();
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(p_email)) limit 1;
  if not found then
    return 'no-account';
  end if;
  insert into public.admin_users (id, role) values (account, p_role) on conflict do nothing;
  return case when found then 'added' else 'already-admin' end;
end;
$$;

-- for owners
grant execute on function public.add_admin to authenticated, service_role;

comment on function public.add_admin is
  'Makes an existing account an admin with a role; an account that is already an admin keeps its role. Owners need a fresh proof of identity.';


-- accounts/admin_accounts.sql

create function public.admin_accounts() returns table (id uuid, email text, since timestamptz, role text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if current_setting('role', true) <> 'service_role' and not public.is_owner() then
    raise exception 'only owners may see who is an admin' using errcode = 'insufficient_privilege';
  end if;
  return query
    select a.id, u.email::text, a.created_at, a.role
    from public.admin_users a
    join auth.users u on u.id = a.id
    order by a.created_at, u.email;
end;
$$;

-- for owners
grant execute on function public.admin_accounts to authenticated, service_role;

comment on function public.admin_accounts is
  'Returns every admin with the email address of the account and the role, longest-serving first.';


-- accounts/ask_admin_address.sql

create function public.ask_admin_address(p_email text) returns public.ask_admin_address_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  present text;
  change_id uuid := gen_random_uuid();
begin
  perform private.require_proof();
  -- Serializes simultaneous requests of the same admin.
  perform from public.admin_users a where a.id = auth.uid() for update;
  select u.email into present from auth.users u where u.id = auth.uid();
  if lower(present) = lower(p_email) then
    return 'same';
  end if;
  if exists (select from auth.users u where lower(u.email) = lower(p_email)) then
    return 'taken';
  end if;
  if not private.enqueue_mail('admin-new-address', change_id, null, '{new-address}', jsonb_build_object('account', auth.uid())) then
    return 'not-now';
  end if;
  update private.admin_address_changes c set canceled_at = now()
    where c.user_id = auth.uid() and c.canceled_at is null and c.confirmed_at is null;
  insert into private.admin_address_changes (id, user_id, email, previous_email, keys)
    values (change_id, auth.uid(), p_email, present, private.credentials_digest(auth.uid()));
  insert into public.mails (purpose, person, occurrence) values ('admin-old-address', change_id, 1);
  perform private.note_access(auth.uid(), 'address-asked');
  return 'asked';
end;
$$;

-- for admins: writes a change of the caller's own address, after a fresh proof; sends two emails, 5 times a day
grant execute on function public.ask_admin_address to authenticated;

comment on function public.ask_admin_address is
  'Enqueues an email to an address that the caller wants to sign in with, which replaces any change requested before, and notifies the current address. Requires a fresh proof of identity. Returns asked, same, taken (another account has the address) or not-now (the budget of the caller''s account is spent).';


-- accounts/ask_password_link.sql

create function public.ask_password_link(
  p_email text,
  p_address_key text,
  p_account_key text default null,
  p_network_key text default null,
  p_device_key text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  is_known boolean;
begin
  select a.id into account
    from public.admin_users a
    join auth.users u on u.id = a.id
    where lower(u.email) = lower(btrim(p_email));
  is_known := exists (
    select from private.known_devices d
    where d.user_id = account and d.device_key = p_device_key and d.last_used_at > now() - private.known_period()
  ) or exists (
    select from private.known_addresses k
    where k.account_key = p_account_key and k.address_key = p_network_key and k.last_used_at > now() - private.known_period()
  );
  -- While an email is on its way nothing changes. Strangers use up nothing of the owner's own budget.
  if account is not null and private.enqueue_mail(
    'password-link', account, p_address_key, '{password-link}',
    jsonb_build_object('recipient', p_address_key || case when is_known then '-known' else '' end)
  ) then
    insert into private.password_links (user_id, keys) values (account, private.credentials_digest(account));
  end if;
  return true;
end;
$$;

grant execute on function public.ask_password_link to service_role;

comment on function public.ask_password_link is
  'Enqueues an email to an admin with a link to set a new password: 5 a day, and 5 more from a browser or network that the account knows. Always returns true, so that nobody learns whether the address belongs to an admin.';


-- accounts/begin_code_try.sql

create function public.begin_code_try(p_user uuid, p_session uuid) returns table (attempt bigint, sealed_secret text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if not exists (
    select from private.admin_sessions s
    where s.id = p_session and s.user_id = p_user and s.keys = private.credentials_digest(p_user)
  ) then
    return;
  end if;

  -- Serializes the attempts of one account.
  perform pg_advisory_xact_lock(hashtextextended('code ' || p_user, 0));
  delete from private.factor_tries t where t.at <= now() - private.code_try_period();

  if (
    select count(*) filter (where t.at > now() - interval '15 minutes') >= 5 or count(*) >= 30
    from private.factor_tries t where t.user_id = p_user
  ) then
    return query select 0::bigint, null::text from private.second_factors f where f.user_id = p_user;
    return;
  end if;

  return query
    with begun as (
      insert into private.factor_tries (user_id)
        select f.user_id from private.second_factors f where f.user_id = p_user
        returning id
    )
    select b.id, f.sealed_secret from begun b cross join private.second_factors f where f.user_id = p_user;
end;
$$;

grant execute on function public.begin_code_try to service_role;

comment on function public.begin_code_try is
  'Counts an attempt to enter a second-factor code and returns its number and the sealed secret to compare it with. The number is 0 when no code may be tried now: an account may have 5 refused codes in 15 minutes and 30 in a day. An attempt that is blocked this way is not counted, so it does not prolong the block. Returns no row for a session that has ended or an account without a second factor.';


-- accounts/begin_session.sql

create function public.begin_session(
  p_user uuid,
  p_session uuid,
  p_device text,
  p_device_key text default null,
  p_in_place_of uuid default null
) returns public.begin_session_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  before private.admin_sessions;
  is_first boolean;
  answer text;
begin
  update public.admin_users a set first_signed_in_at = now() where a.id = p_user and a.first_signed_in_at is null;
  is_first := found;
  delete from private.admin_sessions s
    where s.user_id = p_user and s.id = p_in_place_of
    returning * into before;
  delete from private.admin_sessions s
    where s.started_at <= now() - private.session_limit()
      or s.seen_at <= now() - private.session_idle_limit()
      or (s.user_id = p_user and s.keys <> private.credentials_digest(p_user));
  answer := case
    when before.verified_at is null and exists (select from private.second_factors f where f.user_id = p_user) then 'code'
    else 'open'
  end;
  insert into private.admin_sessions (id, user_id, keys, device, verified_at, device_key)
    select p_session, a.id, private.credentials_digest(a.id), p_device, before.verified_at, case answer when 'code' then p_device_key end
    from public.admin_users a where a.id = p_user;
  if not found then
    return 'member';
  end if;
  if before.id is null then
    perform private.note_access(p_user, case answer when 'code' then 'password-entered' else 'signed-in' end, jsonb_build_object('device', p_device));
  elsif before.keys <> private.credentials_digest(p_user) then
    perform private.note_access(p_user, 'password-changed', jsonb_build_object('device', p_device));
  end if;
  if answer = 'open' then
    perform private.note_device(p_user, p_device_key, p_device, is_first);
  end if;
  return answer;
end;
$$;

grant execute on function public.begin_session to service_role;

comment on function public.begin_session is
  'Begins an admin''s session after the password was correct, and deletes expired sessions. If it replaces a session of the same account whose password has just been changed, it keeps the verified state of that session. Returns member (not an admin: no session), code (a second-factor code comes next; until then the browser does not count as known) or open.';


-- accounts/begin_sign_in.sql

create function public.begin_sign_in(p_account_key text, p_address_key text, p_device_key text default null, p_email text default null) returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := nullif(p_address_key, '');
  device constant text := nullif(p_device_key, '');
  -- Whether someone has signed in to the account with this browser, or from this address.
  device_is_known boolean;
  address_is_known boolean;
  attempt bigint;
begin
  if p_account_key is null or p_account_key !~ '^[0-9a-f]{32}$' or address !~ '^[0-9a-f]{32}$' or device !~ '^[0-9a-f]{32}$' then
    raise exception 'account, address and device are keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

  -- In a database that has outgrown its plan, the data API can still write but the auth server cannot, so it could not
  -- begin a session.
  if current_setting('default_transaction_read_only')::boolean then
    return -1;
  end if;

  -- Serializes the attempts of one account.
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || p_account_key, 0));

  delete from private.sign_in_failures f
    where f.id in (
      select old.id from private.sign_in_failures old
      where old.at <= now() - interval '15 minutes'
      order by old.at
      limit 100
      for update skip locked
    );
  delete from private.known_addresses k
    where (k.account_key, k.address_key) in (
      select old.account_key, old.address_key from private.known_addresses old
      where old.last_used_at <= now() - private.known_period()
      order by old.last_used_at
      limit 100
      for update skip locked
    );

  device_is_known := exists (
    select from private.known_devices d
    join auth.users u on u.id = d.user_id
    where d.device_key = device and lower(u.email) = lower(btrim(p_email)) and d.last_used_at > now() - private.known_period()
  );
  address_is_known := exists (
    select from private.known_addresses k
    where k.account_key = p_account_key and k.address_key = address and k.last_used_at > now() - private.known_period()
  );
  if (
    select count(*) >= 10
    from private.sign_in_failures f
    where f.account_key = p_account_key
      and f.at > now() - case when f.is_settled then interval '15 minutes' else interval '1 minute' end
      and case
        when device_is_known then f.device_key = device
        when address_is_known then f.address_key = address
        else true
      end
  ) then
    return 0;
  end if;

  insert into private.sign_in_failures (account_key, address_key, device_key, is_settled)
    values (p_account_key, address, device, false)
    returning id into attempt;
  return attempt;
end;
$$;

grant execute on function public.begin_sign_in to service_role;

comment on function public.begin_sign_in is
  'Counts an attempt to enter a password and returns its number: 0 when none may be tried now, -1 when nobody can sign in because the database is read-only. 10 failures in 15 minutes close an account, except to browsers and addresses it knows.';


-- accounts/cancel_address_change.sql

create function public.cancel_address_change() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.admin_address_changes c set canceled_at = now()
    where c.user_id = auth.uid() and c.canceled_at is null and c.confirmed_at is null;
  return found;
end;
$$;

-- for admins: writes the cancellation of the caller's own change of address
grant execute on function public.cancel_address_change to authenticated;

comment on function public.cancel_address_change is
  'Cancels the caller''s pending change of address; the link in the email no longer works. Returns false when there was none.';


-- accounts/code_try_period.sql

create function private.code_try_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';

comment on function private.code_try_period is
  'How long attempts to enter a second-factor code count.';


-- accounts/credentials_digest.sql

create function private.credentials_digest(p_user uuid) returns text
language sql
stable
security definer
set search_path = ''
as $$
  select encode(sha256(convert_to(concat_ws(E'\n', u.encrypted_password, lower(u.email), a.role, f.made_at), 'UTF8')), 'hex')
  from public.admin_users a
  join auth.users u on u.id = a.id
  left join private.second_factors f on f.user_id = a.id
  where a.id = p_user;
$$;

comment on function private.credentials_digest is
  'Returns a digest of everything that determines the account''s access to the admin area: password, address, role and second factor. Null for an account that is not an admin.';


-- accounts/end_links_of_admin.sql

create function public.end_links_of_admin(p_user uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_owner_and_proof();
  update public.door_passes d set ended_at = now() where d.made_by = p_user and d.ended_at is null;
  update private.previews p set expires_at = now() where p.made_by = p_user and p.expires_at > now();
  update private.speaker_contacts c set link_digest = null, link_made_by = null where c.link_made_by = p_user;
  return true;
end;
$$;

-- for owners
grant execute on function public.end_links_of_admin to authenticated;

comment on function public.end_links_of_admin is
  'Ends all links that an account has made (links_of_admin). Owners need a fresh proof of identity.';


-- accounts/end_own_sessions.sql

create function public.end_own_sessions(p_scope text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := (auth.jwt() ->> 'session_id')::uuid;
begin
  if p_scope is null or p_scope not in ('local', 'others', 'global') then
    raise exception 'a session ends alone (local), others end, or all (global)' using errcode = 'invalid_parameter_value';
  end if;
  if p_scope <> 'local' and exists (select from private.admin_standing() s where s.standing in ('ended', 'code')) then
    raise exception 'this session is not verified' using errcode = 'insufficient_privilege';
  end if;
  delete from private.admin_sessions s
    where s.user_id = auth.uid()
      and case p_scope when 'local' then s.id = own when 'others' then s.id <> own else true end;
  if found then
    perform private.note_access(auth.uid(), case p_scope when 'local' then 'signed-out' else 'sessions-ended' end);
  end if;
end;
$$;

-- for members: writes the end of the caller's own sessions
grant execute on function public.end_own_sessions to authenticated;

comment on function public.end_own_sessions is
  'Ends sessions of the caller: local (this one), others or global, named as the auth server names these scopes.';


-- accounts/end_sessions.sql

create function public.end_sessions(p_user uuid, p_session uuid default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
  devices text;
begin
  perform private.require_proof();
  if p_user <> auth.uid() and public.admin_role() is distinct from 'owner' then
    raise exception 'others'' sessions are ended by owners' using errcode = 'insufficient_privilege';
  end if;
  with gone as (
    delete from private.admin_sessions s
      where s.user_id = p_user
        and case when p_session is null then s.id is distinct from (auth.jwt() ->> 'session_id')::uuid else s.id = p_session end
      returning s.device
  )
  select count(*), string_agg(distinct g.device, ', ') into ended, devices from gone g;
  if ended > 0 then
    perform private.note_access(
      p_user, case when p_session is null then 'sessions-ended' else 'session-ended' end, jsonb_build_object('device', devices)
    );
  end if;
  return ended;
end;
$$;

-- for admins: writes the end of the caller's own sessions, after a fresh proof
grant execute on function public.end_sessions to authenticated;

comment on function public.end_sessions is
  'Ends one session of an admin, or all except the caller''s own. Requires a fresh proof of identity. Admins may end their own sessions, owners may end anyone''s. Returns the number of sessions ended.';


-- accounts/erase_account.sql

create function private.erase_account(p_address text, p_account uuid, p_account_key text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from private.admin_invitations i where lower(i.email) = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('invitations', removed);
  delete from private.admin_address_changes c where p_address in (lower(c.email), lower(c.previous_email));
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('address_changes', removed);
  delete from private.sign_in_failures f where f.account_key = p_account_key;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('sign_in_failures', removed);
  delete from private.known_addresses k where k.account_key = p_account_key;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('known_addresses', removed);
  delete from auth.refresh_tokens r where r.user_id::text = p_account::text;
  delete from auth.users u where u.id = p_account;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('accounts', removed);
  delete from auth.audit_log_entries l where l.payload::text ~* private.pattern_of_address(p_address);
  return erased;
end;
$$;

comment on function private.erase_account is
  'Erases the account of the owner of an email address and its sign-in data.';


-- accounts/factor_accounts.sql

create function public.factor_accounts() returns table (id uuid, email text, made_at timestamptz, codes_left bigint, required_at timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if public.admin_role() is distinct from 'owner' then
    raise exception 'only owners see who has a second factor' using errcode = 'insufficient_privilege';
  end if;
  return query
    select
      a.id, u.email::text, f.made_at,
      (select count(*) from private.recovery_codes r where r.user_id = a.id and r.used_at is null),
      x.factor_required_at
    from public.admin_users a
    join auth.users u on u.id = a.id
    cross join private.access_settings x
    left join private.second_factors f on f.user_id = a.id
    order by a.created_at, u.email;
end;
$$;

-- for owners
grant execute on function public.factor_accounts to authenticated;

comment on function public.factor_accounts is
  'Returns every admin, longest-serving first, with the second factor (made_at is null if there is none) and since when a second factor is required (null if it is not).';


-- accounts/find_admin_address.sql

create function public.find_admin_address(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when c.confirmed_at is not null then 'changed'
        when c.canceled_at is not null or c.keys <> private.credentials_digest(c.user_id) then 'canceled'
        when c.asked_at <= now() - interval '24 hours' then 'expired'
        when exists (select from auth.users o where lower(o.email) = lower(c.email) and o.id <> c.user_id) then 'taken'
        else 'open'
      end,
      'account', c.user_id,
      'email', c.email,
      'previous_email', c.previous_email
    )
    from private.admin_address_changes c
    where c.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.find_admin_address to service_role;

comment on function public.find_admin_address is
  'Returns where the link in an email to a new address leads: its state (open, changed, canceled, expired, taken if another account now has the address, or nowhere), the account and both addresses.';


-- accounts/find_password_link.sql

create function public.find_password_link(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when l.used_at is not null then 'used'
        when l.asked_at <= now() - interval '1 hour' or l.keys <> private.credentials_digest(l.user_id) then 'expired'
        else 'open'
      end,
      'account', l.user_id,
      'email', u.email
    )
    from private.password_links l
    join auth.users u on u.id = l.user_id
    where l.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.find_password_link to service_role;

comment on function public.find_password_link is
  'Returns where a link to set a new password leads: its state (open, used, expired or nowhere) and the account.';


-- accounts/has_recovery_codes.sql

create function private.has_recovery_codes(p_user uuid, p_digests text[]) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(r.digest order by r.digest) = (select array_agg(d order by d) from unnest(p_digests) d), false)
  from private.recovery_codes r where r.user_id = p_user;
$$;

comment on function private.has_recovery_codes is
  'Whether these are exactly the recovery codes of an account, used or not.';


-- accounts/invite_admin.sql

create function public.invite_admin(p_email text, p_role text) returns public.invite_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation private.admin_invitations;
begin
  perform private.require_owner();
  perform private.require_proof();
  if private.is_address_of_admin(p_email) then
    return 'already-admin';
  end if;
  insert into private.admin_invitations as i (email, role, invited_by) values (p_email, p_role, auth.uid())
    on conflict (lower(email)) where accepted_at is null and withdrawn_at is null
    do update set role = excluded.role, invited_by = excluded.invited_by, invited_at = now()
    where private.invitation_state(i) <> 'open'
    returning * into invitation;
  if invitation.id is null then
    return 'already-invited';
  end if;
  if not private.enqueue_mail('admin-invitation', invitation.id, null, '{invitation}', jsonb_build_object('account', auth.uid())) then
    delete from private.admin_invitations i where i.id = invitation.id;
    return 'not-now';
  end if;
  perform private.note_access(auth.uid(), 'invited', jsonb_build_object('role', p_role, 'invitation', invitation.id));
  return 'invited';
end;
$$;

-- for owners
grant execute on function public.invite_admin to authenticated;

comment on function public.invite_admin is
  'Enqueues an invitation to an email address. Requires a fresh proof of identity. Returns invited, already-invited (nothing changes), already-admin or not-now (the budget of the caller''s account is spent).';


-- accounts/is_address_of_admin.sql

create function private.is_address_of_admin(p_email text) returns boolean
language sql
stable
security definer
set search_path = ''
return exists (
  select from public.admin_users a
  join auth.users u on u.id = a.id
  where lower(u.email) = lower(p_email)
);

comment on function private.is_address_of_admin is
  'Whether an admin signs in with this address.';


-- accounts/keep_account_link.sql

create function private.keep_account_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  case p_purpose
    when 'admin-invitation' then
      update private.admin_invitations i set token_digest = p_token_digest where i.id = p_person;
    when 'password-link' then
      update private.password_links l
        set token_digest = p_token_digest
        where l.id = (select n.id from private.password_links n where n.user_id = p_person order by n.asked_at desc limit 1);
    when 'admin-new-address' then
      update private.admin_address_changes c set token_digest = p_token_digest where c.id = p_person;
    else
      return false;
  end case;
  return true;
end;
$$;

comment on function private.keep_account_link is
  'Implements keep_mail_link for the emails about admins'' accounts.';


-- accounts/keep_an_owner.sql

create function private.keep_an_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner') then
    -- Serialized, so that two owners cannot remove or demote each other at the same time.
    perform pg_advisory_xact_lock(hashtext('admin_users'));
    if not exists (select from public.admin_users a where a.id <> old.id and a.role = 'owner') then
      raise exception 'the last owner stays one' using errcode = 'restrict_violation';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;

comment on function private.keep_an_owner is
  'Trigger: keeps at least one owner, since without one nobody could grant access to anyone.';


-- accounts/known_period.sql

create function private.known_period() returns interval
language sql
immutable
parallel safe
return interval '90 days';

comment on function private.known_period is
  'How long an address or browser that an admin signed in with stays known after its last use.';


-- accounts/links_of_admin.sql

create function public.links_of_admin(p_user uuid) returns table (kind text, title text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if public.admin_role() is distinct from 'owner' then
    raise exception 'this is for owners' using errcode = 'insufficient_privilege';
  end if;
  return query
    select l.kind, l.title
    from (
      select 'pass' as kind, e.title || ': ' || d.name as title
        from public.door_passes d
        join public.events e on e.id = d.event_id
        where d.made_by = p_user and d.ended_at is null and (e.ends_at is null or e.ends_at > now() - interval '4 hours')
      union all
      select p.kind, coalesce(e.title, r.title)
        from private.previews p
        left join public.events e on e.id = p.event_id
        left join public.articles a on a.id = p.article_id
        left join public.article_revisions r on r.article_id = a.id and r.number = a.revision
        where p.made_by = p_user and p.expires_at > now()
      union all
      select 'speaker', s.name
        from private.speaker_contacts c
        join public.speakers s on s.id = c.speaker_id
        where c.link_made_by = p_user and c.link_digest is not null and private.may_correct(s.id)
    ) l
    order by l.kind, l.title
    limit 200;
end;
$$;

-- for owners
grant execute on function public.links_of_admin to authenticated;

comment on function public.links_of_admin is
  'Returns the links that an account has made and that still work: passes, previews of articles, events and programs, and links of speakers to send by hand.';


-- accounts/note_device.sql

create function private.note_device(p_user uuid, p_device_key text, p_device text, p_is_first boolean) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_device_key is null then
    return;
  end if;
  insert into private.known_devices (user_id, device_key) values (p_user, p_device_key) on conflict do nothing;
  if found and not p_is_first then
    perform private.note_access(p_user, 'new-device', jsonb_build_object('device', p_device));
  end if;
  update private.known_devices k set last_used_at = now() where k.user_id = p_user and k.device_key = p_device_key;
  delete from private.known_devices k where k.last_used_at <= now() - private.known_period();
end;
$$;

comment on function private.note_device is
  'Records the browser of an admin who has just signed in. The account is notified of a browser it has not used in the last 90 days, except on the first sign-in (p_is_first).';


-- accounts/note_new_address.sql

create function public.note_new_address(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  change private.admin_address_changes;
begin
  -- Also if the change was canceled at the same moment: the account must be notified of the address it has now.
  update private.admin_address_changes c set confirmed_at = now(), canceled_at = null
    from auth.users u
    where c.token_digest = p_token_digest and c.confirmed_at is null and u.id = c.user_id and lower(u.email) = lower(c.email)
    returning c.* into change;
  if not found then
    return false;
  end if;
  delete from private.admin_sessions s where s.user_id = change.user_id;
  insert into public.mails (purpose, person, occurrence) values ('admin-old-address', change.id, 2);
  perform private.note_access(change.user_id, 'address-changed');
  return true;
end;
$$;

grant execute on function public.note_new_address to service_role;

comment on function public.note_new_address is
  'Records that an account now has the address of a requested change: ends all its sessions and notifies both addresses. Returns false when this was already recorded or the account has a different address.';


-- accounts/note_one_time_password.sql

create function public.note_one_time_password(p_email text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.one_time_passwords (user_id, encrypted_password)
    select u.id, u.encrypted_password from auth.users u where lower(u.email) = lower(btrim(p_email))
    on conflict (user_id) do update set encrypted_password = excluded.encrypted_password, made_at = now();
  return found;
end;
$$;

grant execute on function public.note_one_time_password to service_role;

comment on function public.note_one_time_password is
  'Marks the account''s current password as a one-time password. Returns false when there is no such account.';


-- accounts/note_password_reset.sql

create function public.note_password_reset(p_user uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.password_links l set used_at = now() where l.user_id = p_user and l.used_at is null;
  if not found then
    return false;
  end if;
  delete from private.admin_sessions s where s.user_id = p_user;
  perform private.note_access(p_user, 'password-reset');
  return true;
end;
$$;

grant execute on function public.note_password_reset to service_role;

comment on function public.note_password_reset is
  'Records that a forgotten password has been replaced: marks the link as used, ends all sessions of the account and notifies its owner. Returns false when this was already recorded.';


-- accounts/note_refused_sign_in.sql

create function public.note_refused_sign_in(
  p_email text,
  p_reason text,
  p_device text,
  p_is_signed_in boolean default false
) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if p_reason is null or p_reason not in ('wrong-password', 'too-many') then
    raise exception 'a sign-in is refused for a wrong password or too many tries' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account
    from auth.users u
    join public.admin_users a on a.id = u.id
    where lower(u.email) = lower(btrim(p_email));
  -- Keeps strangers from flooding the log; their attempts are counted elsewhere.
  if account is null or (
    select case p_reason when 'too-many' then bool_or(g.changes ->> 'reason' = p_reason and g.at > now() - interval '15 minutes') else count(*) >= 20 end
    from public.audit_log g
    where g.changes ->> 'event' in ('sign-in-refused', 'proof-refused')
      and g.at > now() - interval '24 hours'
      and g.row_id = account::text
      and g.changes ->> 'reason' = p_reason
  ) then
    return;
  end if;
  perform private.note_access(account, case when p_is_signed_in then 'proof-refused' else 'sign-in-refused' end, jsonb_build_object('reason', p_reason, 'device', p_device));
end;
$$;

grant execute on function public.note_refused_sign_in to service_role;

comment on function public.note_refused_sign_in is
  'Logs that a sign-in to an admin''s account was refused because of a wrong password (wrong-password, at most 20 times in 24 hours) or too many attempts (too-many, once in 15 minutes); with p_is_signed_in, that a person who is signed in to the account failed to prove their identity. Does nothing for any other address.';


-- accounts/open_invitations.sql

create function public.open_invitations() returns table (id uuid, email text, role text, invited_by text, invited_at timestamptz, state text, mail text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_owner();
  return query
    select i.id, i.email, i.role, u.email::text, i.invited_at, private.invitation_state(i),
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

comment on function public.open_invitations is
  'Returns the invitations that were neither accepted nor withdrawn, newest first, with the state of the last email.';


-- accounts/own_address_change.sql

create function public.own_address_change() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('email', c.email, 'asked_at', c.asked_at)
    from private.admin_address_changes c
    where c.user_id = auth.uid()
      and c.canceled_at is null
      and c.confirmed_at is null
      and c.asked_at > now() - interval '24 hours'
      and c.keys = private.credentials_digest(c.user_id)
  );
end;
$$;

-- for admins: reads the caller's own change of address
grant execute on function public.own_address_change to authenticated;

comment on function public.own_address_change is
  'Returns the address that the caller has asked to sign in with, and when they asked; null when there is no change that can still be confirmed.';


-- accounts/own_standing.sql

create function public.own_standing() returns table (standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
begin
  return query select * from private.admin_standing();
  update private.admin_sessions s set seen_at = now()
    where s.id = (auth.jwt() ->> 'session_id')::uuid
      and s.user_id = auth.uid()
      and s.seen_at > now() - private.session_idle_limit()
      and s.seen_at < now() - interval '1 minute';
end;
$$;

-- for members: writes that the caller's own session was seen; reads what it opens
grant execute on function public.own_standing to authenticated;

comment on function public.own_standing is
  'Returns admin_standing of the caller and updates when the session was last seen.';


-- accounts/prove_session.sql

create function public.prove_session(p_user uuid, p_session uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.admin_sessions s set proved_at = now()
    where s.id = p_session
      and s.user_id = p_user
      and s.keys = private.credentials_digest(p_user)
      and not exists (select from private.second_factors f where f.user_id = p_user);
  return found;
end;
$$;

grant execute on function public.prove_session to service_role;

comment on function public.prove_session is
  'Records that the password was entered again in a session. Returns false for a session that has ended, and for an account with a second factor, which proves identity with a code (settle_code_try).';


-- accounts/remove_admin.sql

create function public.remove_admin(p_email text) returns public.remove_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  if current_setting('role', true) <> 'service_role' then
    perform private.require_owner();
    perform private.require_proof();
  end if;
  delete from public.admin_users a
    using auth.users u
    where u.id = a.id and lower(u.email) = lower(btrim(p_email));
  return case when found then 'removed' else 'not-admin' end;
exception
  when restrict_violation then
    return 'last-owner';
end;
$$;

-- for owners
grant execute on function public.remove_admin to authenticated, service_role;

comment on function public.remove_admin is
  'Revokes an account''s access to the admin area; the account itself remains. Owners need a fresh proof of identity.';


-- accounts/renew_recovery_codes.sql

create function public.renew_recovery_codes(p_digests text[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform private.require_proof();
  perform from private.second_factors f where f.user_id = own for update;
  if not found then
    return false;
  end if;
  -- Idempotent: sending the same codes twice has no further effect.
  if not private.has_recovery_codes(own, p_digests) then
    perform private.set_recovery_codes(own, p_digests);
    perform private.note_access(own, 'recovery-codes-made');
  end if;
  return true;
end;
$$;

-- for admins: writes the caller's own recovery codes, after a fresh proof
grant execute on function public.renew_recovery_codes to authenticated;

comment on function public.renew_recovery_codes is
  'Replaces the recovery codes of the caller''s account with ten new ones. Returns false if it has no second factor.';


-- accounts/require_admin.sql

create function private.require_admin() returns void
language plpgsql
stable
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins may do this' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function private.require_admin is
  'Raises unless the caller is an admin with a session that opens the admin area.';


-- accounts/require_factor.sql

create function public.require_factor(p_required boolean) returns public.require_factor_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_owner_and_proof();
  if p_required and not exists (select from private.second_factors f where f.user_id = auth.uid()) then
    return 'none-of-your-own';
  end if;
  update private.access_settings x set factor_required_at = case when p_required then now() end
    where (x.factor_required_at is not null) <> p_required;
  if found then
    perform private.note_access(auth.uid(), case when p_required then 'factor-required' else 'factor-not-required' end);
  end if;
  return case when p_required then 'required' else 'optional' end;
end;
$$;

-- for owners
grant execute on function public.require_factor to authenticated;

comment on function public.require_factor is
  'Sets whether admins need a second factor, each within 7 days. Only for an owner with a fresh proof of identity, who must have a second factor to require one. Returns required, optional or none-of-your-own.';


-- accounts/require_owner.sql

create function private.require_owner() returns void
language plpgsql
stable
as $$
begin
  if not public.is_owner() then
    raise exception 'only owners may do this' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function private.require_owner is
  'Raises unless the caller is an owner with a session that opens the admin area.';


-- accounts/require_owner_and_proof.sql

create function private.require_owner_and_proof() returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_proof();
  if public.admin_role() is distinct from 'owner' then
    raise exception 'this is for owners' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function private.require_owner_and_proof is
  'Raises unless the caller is an owner with a fresh proof of identity.';


-- accounts/require_proof.sql

create function private.require_proof() returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select from private.admin_standing() s where s.standing in ('open', 'factor') and s.is_proved) then
    raise exception 'this needs a fresh proof' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

comment on function private.require_proof is
  'Raises unless the caller is an admin who has entered the password, and the second-factor code if they have one, within the last 10 minutes.';


-- accounts/reset_factor.sql

create function public.reset_factor(p_user uuid, p_reason text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  reason constant text := btrim(p_reason);
begin
  perform private.require_owner_and_proof();
  if p_user = auth.uid() then
    raise exception 'one''s own second factor is turned off, not reset' using errcode = 'invalid_parameter_value';
  end if;
  if coalesce(char_length(reason) not between 1 and 200, true) or reason like '%@%' then
    raise exception 'a reason has 1 to 200 characters and no address' using errcode = 'invalid_parameter_value';
  end if;
  delete from private.second_factors f where f.user_id = p_user;
  if not found then
    return false;
  end if;
  perform private.note_access(p_user, 'factor-reset', jsonb_build_object('reason', reason));
  return true;
end;
$$;

-- for owners
grant execute on function public.reset_factor to authenticated;

comment on function public.reset_factor is
  'Removes the second factor of another admin who has lost it, with a reason for the log; the sessions of that account end. Only for an owner with a fresh proof of identity. Returns false if there was no second factor.';


-- accounts/reset_factor_of.sql

create function public.reset_factor_of(p_email text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  delete from private.second_factors f
    using auth.users u
    where u.id = f.user_id and lower(u.email) = lower(btrim(p_email))
    returning f.user_id into account;
  if account is null then
    return false;
  end if;
  perform private.note_access(account, 'factor-reset', '{"by": "operator"}');
  return true;
end;
$$;

grant execute on function public.reset_factor_of to service_role;

comment on function public.reset_factor_of is
  'Does the same as reset_factor for the operator, who gives the email address. Returns false if there was no second factor.';


-- accounts/send_invitation_again.sql

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
  if not private.enqueue_mail('admin-invitation', invitation.id, null, '{invitation}', jsonb_build_object('account', auth.uid())) then
    return 'not-now';
  end if;
  update private.admin_invitations i set invited_at = now(), invited_by = auth.uid() where i.id = invitation.id;
  perform private.note_access(auth.uid(), 'invited', jsonb_build_object('role', invitation.role, 'invitation', invitation.id));
  return 'sent';
end;
$$;

-- for owners
grant execute on function public.send_invitation_again to authenticated;

comment on function public.send_invitation_again is
  'Sends the email of an invitation again, valid for 7 days from now. Requires a fresh proof of identity. Returns sent, not-now (an email is already on its way, or the budget of the caller''s account is spent) or gone.';


-- accounts/session_idle_limit.sql

create function private.session_idle_limit() returns interval
language sql
immutable
parallel safe
return interval '30 minutes';

comment on function private.session_idle_limit is
  'How long after its last request an admin''s session ends.';


-- accounts/session_limit.sql

create function private.session_limit() returns interval
language sql
immutable
parallel safe
return interval '8 hours';

comment on function private.session_limit is
  'How long after it began an admin''s session ends.';


-- accounts/sessions_of.sql

create function public.sessions_of(p_user uuid) returns table (id uuid, device text, started_at timestamptz, seen_at timestamptz, is_verified boolean, is_own boolean)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from private.admin_standing() s
    where (s.standing in ('open', 'password', 'factor') and p_user = auth.uid()) or (s.standing = 'open' and s.role = 'owner')
  ) then
    raise exception 'sessions are shown to their admin and to owners' using errcode = 'insufficient_privilege';
  end if;
  return query
    select s.id, s.device, s.started_at, s.seen_at,
      s.verified_at is not null or not exists (select from private.second_factors f where f.user_id = s.user_id),
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from private.admin_sessions s
    where s.user_id = p_user
      and s.keys = private.credentials_digest(p_user)
      and s.seen_at > now() - private.session_idle_limit()
      and s.started_at > now() - private.session_limit()
    order by s.seen_at desc, s.started_at desc;
end;
$$;

-- for admins: reads the caller's own sessions
grant execute on function public.sessions_of to authenticated;

comment on function public.sessions_of is
  'Returns the active sessions of an admin, last seen first. Admins see their own sessions, owners see everyone''s.';


-- accounts/set_recovery_codes.sql

create function private.set_recovery_codes(p_user uuid, p_digests text[]) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(distinct d) from unnest(p_digests) d) is distinct from 10 then
    raise exception 'there are ten recovery codes' using errcode = 'invalid_parameter_value';
  end if;
  delete from private.recovery_codes r where r.user_id = p_user;
  insert into private.recovery_codes (user_id, digest) select p_user, d from unnest(p_digests) d;
end;
$$;

comment on function private.set_recovery_codes is
  'Replaces an account''s recovery codes with ten new ones.';


-- accounts/set_role.sql

create function public.set_role(p_user uuid, p_role text) returns public.set_role_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_operator constant boolean := current_setting('role', true) = 'service_role';
  before text;
begin
  if not is_operator then
    perform private.require_owner();
    perform private.require_proof();
  end if;
  select a.role into before from public.admin_users a where a.id = p_user for update;
  if not found then
    return 'not-admin';
  end if;
  if before = p_role then
    return 'same';
  end if;
  update public.admin_users a set role = p_role where a.id = p_user;
  perform private.note_access(
    p_user, 'role-changed', jsonb_build_object('role', p_role) || case when is_operator then '{"by": "operator"}' else '{}' end::jsonb
  );
  return 'changed';
exception
  when restrict_violation then
    return 'last-owner';
end;
$$;

-- for owners
grant execute on function public.set_role to authenticated, service_role;

comment on function public.set_role is
  'Makes an admin an owner or an editor, which ends their sessions. Owners need a fresh proof of identity. Returns changed, same, not-admin or last-owner.';


-- accounts/settle_address_changes.sql

create function public.settle_address_changes() returns integer
language sql
security definer
set search_path = ''
as $$
  select count(*)::integer
  from private.admin_address_changes c
  join auth.users u on u.id = c.user_id and lower(u.email) = lower(c.email)
  where c.confirmed_at is null and c.token_digest is not null and public.note_new_address(c.token_digest);
$$;

grant execute on function public.settle_address_changes to service_role;

comment on function public.settle_address_changes is
  'Records, as note_new_address does, each change of an admin''s address that the auth server has made but that was not recorded at the time. Returns the number of changes recorded.';


-- accounts/settle_code_try.sql

create function public.settle_code_try(
  p_attempt bigint,
  p_session uuid,
  p_step bigint default null,
  p_sealed text default null,
  p_recovery text default null
) returns public.settle_code_try_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
  outcome text := 'wrong';
  own private.admin_sessions;
begin
  update private.factor_tries t set is_settled = true where t.id = p_attempt and not t.is_settled
    returning t.user_id into account;
  if not found then
    return 'ended';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('code ' || account, 0));

  if p_step is not null then
    update private.second_factors f
      set last_step = p_step, sealed_secret = coalesce(p_sealed, f.sealed_secret)
      where f.user_id = account and f.last_step < p_step;
    outcome := case when found then 'right' else 'used' end;
  elsif p_recovery is not null then
    update private.recovery_codes r set used_at = now()
      where r.user_id = account and r.digest = p_recovery and r.used_at is null;
    if found then
      outcome := 'right';
    elsif exists (select from private.recovery_codes r where r.user_id = account and r.digest = p_recovery) then
      outcome := 'used';
    end if;
  end if;

  if outcome = 'right' then
    delete from private.factor_tries t where t.id = p_attempt;
    if p_step is null then
      perform private.note_access(account, 'recovery-code-used', jsonb_build_object(
        'left', (select count(*) from private.recovery_codes r where r.user_id = account and r.used_at is null)
      ));
    end if;
    select * into own from private.admin_sessions s
      where s.id = p_session and s.user_id = account and s.keys = private.credentials_digest(account);
    if not found then
      return 'ended';
    end if;
    update private.admin_sessions s set verified_at = coalesce(s.verified_at, now()), proved_at = now(), device_key = null
      where s.id = p_session;
    if own.verified_at is null then
      perform private.note_access(account, 'signed-in', jsonb_build_object('device', own.device));
      perform private.note_device(account, own.device_key, own.device, false);
    end if;
    return 'right';
  end if;

  update private.second_factors f set warned_at = now()
    where f.user_id = account
      and coalesce(f.warned_at <= now() - interval '1 day', true)
      and (
        select count(*) filter (where t.at > now() - interval '15 minutes') >= 5 or count(*) >= 30
        from private.factor_tries t where t.user_id = account
      );
  if found then
    perform private.note_access(account, 'code-refused', '{"reason": "too-many"}');
  end if;
  return outcome;
end;
$$;

grant execute on function public.settle_code_try to service_role;

comment on function public.settle_code_try is
  'Ends an attempt that begin_code_try has counted. Takes the number of the 30-second step whose code was entered, the digest of a recovery code, or neither. Returns right (the session is verified and proved, and its browser known; each code counts once), used (correct, but used before), wrong, or ended (the attempt or the session is over). The caller may pass a newly sealed secret. Notifies the account, once a day, when no more codes may be tried.';


-- accounts/settle_sign_in.sql

create function public.settle_sign_in(p_attempt bigint, p_outcome text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  account text;
  address text;
  device text;
begin
  if p_attempt is null or p_outcome is null or p_outcome not in ('failed', 'succeeded', 'unknown') then
    raise exception 'a try has failed, succeeded, or its end is unknown' using errcode = 'invalid_parameter_value';
  end if;

  select f.account_key, f.address_key, f.device_key into account, address, device
    from private.sign_in_failures f
    where f.id = p_attempt and not f.is_settled;
  if not found then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sign-in ' || account, 0));

  if p_outcome = 'failed' then
    update private.sign_in_failures f set is_settled = true where f.id = p_attempt and not f.is_settled;
    return found;
  end if;
  delete from private.sign_in_failures f where f.id = p_attempt and not f.is_settled;
  if not found then
    return false;
  end if;
  if p_outcome = 'succeeded' and address is not null then
    insert into private.known_addresses (account_key, address_key) values (account, address)
      on conflict (account_key, address_key) do update set last_used_at = now();
    delete from private.sign_in_failures f
      where f.account_key = account and (f.address_key = address or f.device_key = device) and f.is_settled;
  end if;
  return true;
end;
$$;

grant execute on function public.settle_sign_in to service_role;

comment on function public.settle_sign_in is
  'Records how an attempt that begin_sign_in has counted ended (failed, succeeded, or unknown, which is not counted). Returns false for one that is settled already.';


-- accounts/turn_off_factor.sql

create function public.turn_off_factor() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform private.require_proof();
  delete from private.second_factors f where f.user_id = own;
  if not found then
    return false;
  end if;
  update private.admin_sessions s set keys = private.credentials_digest(own)
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = own;
  perform private.note_access(own, 'factor-off');
  return true;
end;
$$;

-- for admins: writes the removal of the caller's own second factor, after a fresh proof
grant execute on function public.turn_off_factor to authenticated;

comment on function public.turn_off_factor is
  'Removes the second factor of the caller''s account and its recovery codes; the other sessions of the account end. Returns false if there was no second factor.';


-- accounts/turn_on_factor.sql

create function public.turn_on_factor(p_sealed text, p_step bigint, p_digests text[]) returns public.turn_on_factor_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant uuid := auth.uid();
begin
  perform private.require_proof();
  insert into private.second_factors (user_id, sealed_secret, last_step) values (own, p_sealed, p_step)
    on conflict (user_id) do nothing;
  if not found then
    return case
      when exists (
        select from private.second_factors f
        where f.user_id = own
          and f.made_at > now() - interval '1 minute'
          and private.has_recovery_codes(own, p_digests)
      ) then 'on'
      else 'on-already'
    end;
  end if;
  perform private.set_recovery_codes(own, p_digests);
  update private.admin_sessions s set verified_at = now(), keys = private.credentials_digest(own)
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = own;
  perform private.note_access(own, 'factor-on');
  return 'on';
end;
$$;

-- for admins: writes the caller's own second factor, after a fresh proof
grant execute on function public.turn_on_factor to authenticated;

comment on function public.turn_on_factor is
  'Gives the caller''s account a second factor whose first code was correct, and ten recovery codes; the other sessions of the account end. Returns on (also when the same request is sent twice) or on-already.';


-- accounts/withdraw_invitation.sql

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
  perform private.note_access(auth.uid(), 'invitation-withdrawn', jsonb_build_object('role', withdrawn_role, 'invitation', p_invitation));
  return true;
end;
$$;

-- for owners
grant execute on function public.withdraw_invitation to authenticated;

comment on function public.withdraw_invitation is
  'Withdraws an invitation that has not been accepted; its link no longer works. Returns false when there was none.';


-- analytics/analytics.sql

create function public.analytics(p_days integer default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone public.site_time_zone())::date;
  first_day date;
begin
  perform private.require_admin();
  if p_days not between 1 and 3660 then
    raise exception 'ask for 1 to 3660 days' using errcode = 'invalid_parameter_value';
  end if;

  if p_days is null then
    select least(min(d.day), today) into first_day from private.daily_totals d where d.total > 0;
  else
    first_day := today - p_days + 1;
  end if;

  return jsonb_build_object(
    'since', first_day,
    'until', today,
    'days', (
      select jsonb_agg(
        jsonb_build_object(
          'day', days.day,
          'likes', days.likes,
          'waitlist', days.waitlist,
          'subscriptions', days.subscriptions,
          'messages', days.messages
        )
        order by days.day
      )
      from (
        select
          first_day + n as day,
          coalesce(sum(d.total) filter (where d.kind = 'like'), 0) as likes,
          coalesce(sum(d.total) filter (where d.kind = 'waitlist'), 0) as waitlist,
          coalesce(sum(d.total) filter (where d.kind = 'subscription'), 0) as subscriptions,
          coalesce(sum(d.total) filter (where d.kind = 'message'), 0) as messages
        from generate_series(0, today - first_day) n
        left join private.daily_totals d on d.day = first_day + n
        group by n
      ) days
    ),
    'top', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', top.id, 'title', top.title, 'likes', top.likes) order by top.likes desc, top.title, top.id),
        '[]'
      )
      from (
        select r.id, r.title, counted.likes
        from (
          select c.resource_id, sum(c.likes) as likes
          from private.resource_like_counts c
          where p_days is null and c.likes > 0
          group by c.resource_id
          union all
          select l.resource_id, count(*)
          from public.resource_likes l
          where p_days is not null and l.created_at >= first_day::timestamp at time zone public.site_time_zone()
          group by l.resource_id
        ) counted
        join public.education_resources r on r.id = counted.resource_id
        where r.deleted_at is null
        order by counted.likes desc, r.title, r.id
        limit 10
      ) top
    ),
    'attendance', (
      select coalesce(jsonb_agg(to_jsonb(held) order by held.starts_at desc, held.id), '[]')
      from (
        select e.id, e.title, e.starts_at, e.attendee_limit as spots, counted.*
        from public.events e
        cross join lateral jsonb_to_record(private.attendance(e.id)) as counted (expected integer, came integer, walked_in integer)
        where e.takes_reservations
          and e.status = 'scheduled'
          and e.over_at <= now()
          and (p_days is null or e.over_at >= first_day::timestamp at time zone public.site_time_zone())
          and exists (select from public.reservations r where r.event_id = e.id and r.state = 'placed' and r.attends = 'room')
        order by e.starts_at desc, e.id
        limit 20
      ) held
    ),
    'still_coming', (
      select coalesce(jsonb_agg(to_jsonb(asked) order by asked.starts_at desc, asked.id), '[]')
      from (
        select e.id, e.title, e.starts_at, e.over_at <= now() as is_over, coalesce(g.people, 0) as given_up, answers.*
        from public.events e
        left join private.given_up_spots g on g.event_id = e.id and g.day = private.day_of_event(e)
        cross join lateral (
          select
            coalesce(sum(r.party) filter (where r.coming_at is not null), 0) as coming,
            coalesce(sum(r.arrived) filter (where r.coming_at is not null), 0) as coming_came,
            coalesce(sum(r.party) filter (where r.coming_at is null), 0) as silent,
            coalesce(sum(r.arrived) filter (where r.coming_at is null), 0) as silent_came
          from public.reservations r
          where r.event_id = e.id and r.state = 'placed' and r.asked_for = private.day_of_event(e)
        ) answers
        where e.takes_reservations
          and e.status = 'scheduled'
          and (g.people > 0 or answers.coming + answers.silent > 0)
          and (p_days is null or e.over_at >= first_day::timestamp at time zone public.site_time_zone())
        order by e.starts_at desc, e.id
        limit 20
      ) asked
    )
  );
end;
$$;

-- for admins: reads counts of what visitors did
grant execute on function public.analytics to authenticated;

comment on function public.analytics is
  'Returns what visitors did in the last p_days days in Honolulu, or since the first recorded activity: totals for each day; the ten most liked resources (by likes from these days that still exist); attendance of the 20 latest events that ended in this period, took reservations on this site and whose reservations are still kept; and, for the 20 latest events (including upcoming ones) that asked whether people are still coming, how many confirmed, gave up their spots or did not respond, and how many came.';


-- analytics/count_day.sql

create function private.count_day() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_argv[0] = 'like' then
    insert into private.daily_totals as counted (day, kind, shard, total)
      select (n.created_at at time zone public.site_time_zone())::date, tg_argv[0], private.shard_of(n.id), count(*)
      from new_rows n
      group by 1, 3
      order by 1, 3
      on conflict (day, kind, shard) do update set total = counted.total + excluded.total;
  else
    insert into private.daily_totals as counted (day, kind, shard, total)
      select (n.created_at at time zone public.site_time_zone())::date, tg_argv[0], private.shard_of_row(n.id), count(*)
      from new_rows n
      where not n.suspected_spam and to_jsonb(n) ->> 'imported_from' is null
      group by 1, 3
      order by 1, 3
      on conflict (day, kind, shard) do update set total = counted.total + excluded.total;
  end if;
  return null;
end;
$$;

comment on function private.count_day is
  'Trigger: adds new rows to the totals of their day, except suspected spam and imported rows. Its argument is the kind.';


-- articles/admin_article.sql

create function public.admin_article(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select (to_jsonb(a) - array['slug', 'created_at'])
      || jsonb_build_object(
        'address', a.slug,
        'state', private.state_of_article(a.published_at, a.trashed_at),
        'text', to_jsonb(r) - array['id', 'article_id', 'number', 'published_at', 'created_by', 'created_at']
          || jsonb_build_object('picture_focus', private.focus_of_picture(r.picture_path)),
        'revisions', (
          select jsonb_agg(
            jsonb_build_object(
              'number', each.number, 'title', each.title, 'created_at', each.created_at, 'published_at', each.published_at,
              'by', (select u.email from auth.users u where u.id = each.created_by)
            )
            order by each.number desc
          )
          from (
            select * from public.article_revisions o where o.article_id = p_id order by o.number desc limit 200
          ) each
        )
      )
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.revision
    where a.id = p_id
  );
end;
$$;

-- for admins: reads an article with its texts and who wrote them
grant execute on function public.admin_article to authenticated;

comment on function public.admin_article is
  'For admins: returns an article with its state, its latest text and its newest 200 revisions: {the columns of articles, address, state, text, revisions: [{number, title, created_at, published_at, by}]}; null when there is no such article.';


-- articles/admin_articles.sql

create function public.admin_articles(p_state text, p_search text, p_page integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  per_page constant integer := 50;
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(public.fold(left(p_search, 200)), '\s+') as word
    where word <> ''
  );
begin
  perform private.require_admin();
  return (
    with known as (
      select a.id, a.kind, a.slug, r.title, private.state_of_article(a.published_at, a.trashed_at) as state, a.published_at, a.updated_at,
        coalesce(a.revision > a.published_revision, false) as is_ahead
      from public.articles a
      join public.article_revisions r on r.article_id = a.id and r.number = a.revision
    ),
    found as (
      select * from known k
      where case when coalesce(p_state, '') = '' then k.state <> 'trashed' else k.state = p_state end
        and public.fold(k.title || ' ' || k.slug) like all (patterns)
    ),
    counted as (
      select count(*)::integer as total, case when (p_page - 1) * per_page < count(*) then p_page else 1 end as page from found
    ),
    shown as (
      select * from found f order by f.updated_at desc, f.id limit per_page offset ((select page from counted) - 1) * per_page
    )
    select jsonb_build_object(
      'total', counted.total,
      'page', counted.page,
      'pages', greatest(1, (counted.total + per_page - 1) / per_page),
      'rows', (select coalesce(jsonb_agg(to_jsonb(s) order by s.updated_at desc, s.id), '[]') from shown s)
    )
    from counted
  );
end;
$$;

-- for admins: reads the list of articles
grant execute on function public.admin_articles to authenticated;

comment on function public.admin_articles is
  'For admins: returns a page of 50 articles and guides of a state (all except those in the trash if it is empty) whose title or address contains all search words, last changed first: {total, page, pages, rows: [{id, kind, slug, title, state, published_at, updated_at, is_ahead}]}. is_ahead: the latest text is not the published one.';


-- articles/index_article.sql

create function private.index_article(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row lock serializes publishing with functions that store the HTML.
  perform from public.articles a where a.id = p_id for no key update;
  delete from private.search_items i where i.kind in ('article', 'guide') and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, shown_at, visible_from)
    select a.kind, a.id, r.title, r.excerpt, private.sentences_of(concat_ws(chr(10), r.excerpt, private.text_of_html(r.html))),
      a.slug,
      case when a.kind = 'article' then private.day_of_article(r.shown_on, a.published_at)::timestamp at time zone public.site_time_zone() end,
      a.published_at
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
    where a.id = p_id and a.published_at is not null and a.trashed_at is null;
end;
$$;

comment on function private.index_article is
  'Rebuilds the search entry of an article or guide, visible from its publication on: title, excerpt and text of its published revision.';


-- articles/keep_drawn_article.sql

create function public.keep_drawn_article(
  p_article uuid,
  p_markdown text,
  p_html text,
  p_outline jsonb,
  p_words integer,
  p_renderer text
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.article_revisions r
    set html = p_html, outline = p_outline, words = p_words, renderer = p_renderer
    from public.articles a
    where a.id = p_article and r.article_id = a.id and r.number = a.revision and r.markdown = p_markdown;
  return found;
end;
$$;

grant execute on function public.keep_drawn_article to service_role;

comment on function public.keep_drawn_article is
  'Stores the HTML, outline and word count that the Worker has made of the Markdown just saved as the latest revision of an article. Returns false when the latest text is a different one by now.';


-- articles/note_article_for_search.sql

create function private.note_article_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_article(coalesce(new.id, old.id));
  return null;
end;
$$;

comment on function private.note_article_for_search is
  'Trigger: updates the search entry of an article or guide.';


-- articles/note_article_slug.sql

create function private.note_article_slug() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.article_old_slugs o where o.kind = new.kind and o.slug = new.slug and o.article_id = new.id;
  -- A draft's address has never been public.
  if old.published_at <= now() or exists (
    select from public.article_revisions r where r.article_id = old.id and r.slug = old.slug and r.published_at <= now()
  ) then
    insert into private.article_old_slugs (kind, slug, article_id) values (old.kind, old.slug, new.id)
      on conflict (kind, slug) do update set article_id = excluded.article_id;
  end if;
  return null;
end;
$$;

comment on function private.note_article_slug is
  'Trigger: keeps an earlier public address of an article, and forgets it once the article has it again.';


-- articles/note_revision_for_search.sql

create function private.note_revision_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.articles a where a.id = new.article_id and a.published_revision = new.number) then
    perform private.index_article(new.article_id);
  end if;
  return null;
end;
$$;

comment on function private.note_revision_for_search is
  'Trigger: updates the search entry when a published revision changes: it may be saved after its article, and its HTML later still.';


-- articles/state_of_article.sql

create function private.state_of_article(p_published_at timestamptz, p_trashed_at timestamptz) returns text
language sql
stable
return case
  when p_trashed_at is not null then 'trashed'
  when p_published_at is null then 'draft'
  when p_published_at > now() then 'scheduled'
  else 'published'
end;

comment on function private.state_of_article is
  'Returns draft, scheduled, published or trashed.';


-- attendance/check-in/add_walk_in.sql

create function public.add_walk_in(p_token_digest text, p_id uuid, p_people integer, p_helper text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.walk_ins (id, event_id, people, helper)
    select p_id, d.event_id, p_people, p_helper
    from private.door_pass(p_token_digest) d
    where d.state = 'open'
    on conflict do nothing;
  return found;
end;
$$;

grant execute on function public.add_walk_in to service_role;

comment on function public.add_walk_in is
  'Counts people who came without a reservation, once per id (made with the form). Returns whether it counted them.';


-- attendance/check-in/code_digest.sql

create function private.code_digest(p_pass uuid, p_code text) returns text
language sql
stable
return left(encode(sha256(convert_to(p_pass || p_code, 'UTF8')), 'hex'), 32);

comment on function private.code_digest is
  'Returns what a helper''s phone stores instead of a ticket''s code: a digest of the pass id and the code. code-digest.ts computes the same from a scanned code.';


-- attendance/check-in/door_retention.sql

create function private.door_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('walkIn', interval '90 days', 'public.walk_ins', 't.created_at <= now() - $1', null),
    ('doorPass', interval '30 days', 'public.door_passes', 'coalesce(
        (select e.over_at from public.events e where e.id = t.event_id and e.status <> ''postponed''),
        t.created_at + interval ''24 months''
      ) <= now() - $1', null);
$$;

comment on function private.door_retention is
  'Returns how long counted walk-ins and the passes of helpers at the door are kept.';


-- attendance/check-in/end_own_passes.sql

create function private.end_own_passes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A session that has only been idle ends no pass: at the door nobody opens the admin area for hours.
  if old.seen_at > now() - private.session_idle_limit() and old.started_at > now() - private.session_limit() then
    update public.door_passes d
      set ended_at = now()
      where d.is_own and d.ended_at is null
        and (d.session_id = old.id or (d.made_by = old.user_id and old.keys <> private.credentials_digest(old.user_id)));
  end if;
  return null;
end;
$$;

comment on function private.end_own_passes is
  'Trigger: ends the passes that an admin made for themselves in a session that is ended, or all of theirs after a change of the password.';


-- attendance/check-in/end_own_passes_of.sql

create function private.end_own_passes_of() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.door_passes d set ended_at = now() where d.made_by = old.id and d.is_own and d.ended_at is null;
  return null;
end;
$$;

comment on function private.end_own_passes_of is
  'Trigger: ends the passes that someone made for themselves who is no admin anymore.';


-- attendance/check-in/take_presses.sql

create function public.take_presses(p_token_digest text, p_helper text, p_presses jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  pass record;
  press record;
  refusal text;
  result text;
  pressed timestamptz;
  answers jsonb := '[]';
begin
  select d.id, d.event_id, d.ended_at, e.over_at + interval '4 hours' as closes_at,
      (select p.state from private.door_pass(p_token_digest) p) as state
    into pass
    from public.door_passes d
    join public.events e on e.id = d.event_id
    where d.token_digest = p_token_digest;
  if not found then
    return null;
  end if;
  refusal := case
    when pass.ended_at is not null then 'pass-ended'
    when pass.state = 'over' and now() >= pass.closes_at + interval '24 hours' then 'too-late'
    when pass.state not in ('open', 'over') then 'closed'
    -- More than the largest event can cause.
    when (select count(*) >= 20000 from public.door_presses p where p.pass_id = pass.id) then 'too-many'
  end;
  -- Two phones may send the same guests in a different order; the lock prevents a deadlock.
  perform private.lock_lines(pass.event_id);
  for press in
    select sent.*, r.id as reservation_id, r.party
    from rows from (
      jsonb_to_recordset(p_presses) as (id uuid, kind text, code text, people integer, age integer, of uuid, seen timestamptz)
    ) with ordinality as sent(id, kind, code, people, age, of, seen, place)
    left join public.reservations r on r.event_id = pass.event_id and r.attends = 'room' and private.code_digest(pass.id, r.code) = sent.code
    order by sent.place
  loop
    -- What is sent after the end of a pass is recorded, as far as one phone can have kept it, and told nothing.
    if refusal = 'pass-ended' and (select count(*) >= 200 from public.door_presses p where p.pass_id = pass.id and p.received_at >= pass.ended_at) then
      answers := answers || jsonb_build_object('id', press.id, 'outcome', refusal, 'at', null, 'by', null, 'arrived', null);
      continue;
    end if;
    pressed := now() - least(greatest(press.age, 0), 172800000) * interval '1 millisecond';
    insert into public.door_presses (id, pass_id, kind, reservation_id, people, helper, pressed_at, is_late, outcome)
      values (
        press.id, pass.id, press.kind, press.reservation_id,
        case when press.kind in ('check-in', 'walk-in') then least(greatest(press.people, 1), 20) end, p_helper, pressed,
        coalesce(now() >= pass.closes_at, false), coalesce(refusal, 'not-found')
      )
      on conflict do nothing;
    if not found then
      select p.outcome into result from public.door_presses p where p.id = press.id and p.pass_id = pass.id;
      result := coalesce(result, 'not-found');
    elsif refusal is not null then
      result := refusal;
    else
      case press.kind
        when 'check-in' then
          result := private.let_in(press.reservation_id, press.people, p_helper, pressed);
        when 'undo' then
          -- Leaves a check-in that another helper has made in the meantime.
          update public.reservations r
            set arrived = null, checked_in_at = null, checked_in_by = null
            where r.id = press.reservation_id and r.checked_in_at = coalesce(
              (select p.pressed_at from public.door_presses p where p.id = press.of and p.outcome = 'in'), press.seen);
          result := case when found then 'undone' else 'not-in' end;
        when 'walk-in' then
          insert into public.walk_ins (id, event_id, people, helper, created_at)
            values (press.id, pass.event_id, least(greatest(press.people, 1), 20), p_helper, pressed)
            on conflict do nothing;
          result := 'walked-in';
        when 'undo-walk-in' then
          delete from public.walk_ins w where w.event_id = pass.event_id and w.id = press.of;
          result := 'walk-in-undone';
      end case;
      update public.door_presses p set outcome = result where p.id = press.id;
    end if;
    answers := answers || (
      select jsonb_build_object('id', press.id, 'outcome', result, 'at', r.checked_in_at, 'by', r.checked_in_by, 'arrived', r.arrived)
      from (values (press.reservation_id)) asked(id)
      left join public.reservations r on r.id = asked.id and refusal is null
    );
  end loop;
  return answers;
end;
$$;

grant execute on function public.take_presses to service_role;

comment on function public.take_presses is
  'Applies what helpers pressed on a phone, once for each id: [{id, kind, code (a digest), people, age (milliseconds), of (the id of a press), seen (the check-in that is undone)}]. Presses received up to 24 hours after closing count and are marked as late; those made with a revoked pass are only recorded, at most 200. Returns [{id, outcome, at, by, arrived}] with the current check-in, without it if the press is refused; null for a pass that no longer exists.';


-- attendance/check-in/undo_check_in.sql

create function public.undo_check_in(p_token_digest text, p_code text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reservations r
    set arrived = null, checked_in_at = null, checked_in_by = null
    from private.door_pass(p_token_digest) d
    where d.state = 'open' and r.event_id = d.event_id and r.code = p_code and r.checked_in_at is not null;
  return found;
end;
$$;

grant execute on function public.undo_check_in to service_role;

comment on function public.undo_check_in is
  'Undoes a check-in. Returns whether there was one.';


-- attendance/check-in/undo_walk_in.sql

create function public.undo_walk_in(p_token_digest text, p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.walk_ins w
    using private.door_pass(p_token_digest) d
    where d.state = 'open' and w.event_id = d.event_id and w.id = p_id;
  return found;
end;
$$;

grant execute on function public.undo_walk_in to service_role;

comment on function public.undo_walk_in is
  'Removes counted walk-ins. Returns whether there were any.';


-- attendance/people/apply_bulk_action.sql

create function public.apply_bulk_action(
  p_id uuid,
  p_mails boolean,
  p_forward boolean,
  p_words text default null,
  p_line boolean default false
)
  returns public.apply_bulk_action_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics; nested loops over them would take seconds.
set enable_nestloop = off
set jit = off
as $$
declare
  action constant private.bulk_actions := private.require_bulk_action(p_id);
  people uuid[];
  lines_up constant boolean := p_line and action.verb = 'accept'
    and private.sign_up(action.event_id) in ('open', 'line');
begin
  if action.id is null then
    return 'gone';
  end if;
  if action.applied_at is not null then
    return 'already-applied';
  end if;
  update private.bulk_action_people c
    set outcome = case
        when j.verdict = 'full' and lines_up then 'in-line'
        else j.verdict
      end,
      before = jsonb_build_object(
        'told', w.told, 'notified_at', w.notified_at, 'tickets_notified_at', w.tickets_notified_at,
        'reservation', to_jsonb(r) - array['answer', 'code']
      )
    from private.judge_bulk_action(action, p_mails) j
    join public.waitlist_entries w on w.id = j.entry_id
    left join public.reservations r on r.id = w.id
    where c.action_id = p_id and c.entry_id = j.entry_id;
  people := array(
    select c.entry_id from private.bulk_action_people c where c.action_id = p_id and c.outcome = 'done' order by 1
  );
  case action.verb
    when 'told' then
      perform private.note_people_notified(people, action.made_at);
    when 'give' then
      perform private.place_people(people, p_mails);
    when 'check-in' then
      update public.reservations r
        set arrived = r.party, checked_in_at = now(), checked_in_by = 'an admin', hold_until = null, switches_to = null
        where r.id = any (people);
    when 'accept' then
      perform private.accept_people(
        people,
        array(select c.entry_id from private.bulk_action_people c where c.action_id = p_id and c.outcome = 'in-line'),
        nullif(btrim(p_words), ''),
        p_mails
      );
    when 'turn-down' then
      perform private.turn_down_people(people, nullif(btrim(p_words), ''), p_mails);
    when 'clear' then
      perform private.clear_people(action.event_id, people, p_forward);
    when 'cancel' then
      perform private.cancel_people(action.event_id, people, p_mails);
  end case;
  update private.bulk_actions a
    set applied_at = now(),
      is_final = exists (
        select from private.bulk_action_people c where c.action_id = p_id and c.outcome in ('done', 'in-line')
      ) and case a.verb
        when 'clear' then p_forward
        else p_mails and a.verb in ('give', 'cancel', 'accept', 'turn-down')
      end
    where a.id = p_id;
  return 'applied';
exception
  -- Someone signed up in this moment with an address that was to leave suspected spam.
  when unique_violation then
    return 'changed';
end;
$$;

-- for admins: writes what an action does to people; sends emails about their spots
grant execute on function public.apply_bulk_action to authenticated;

comment on function public.apply_bulk_action is
  'For admins: does a bulk action to everyone to whom it can be done now, all together, and records for the others why not; once. With p_mails, people get emails about their spots; with p_forward, the configured endpoint gets who leaves suspected spam. p_words is what people who asked read with the decision; with p_line, those for whom not enough is free go to the waitlist. Returns applied, already-applied, changed (nothing was done; try again) or gone.';


-- attendance/people/bulk_action_page.sql

create function public.bulk_action_page(p_id uuid, p_mails boolean) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
-- Rows that have just been written have no statistics; nested loops over them would take seconds.
set enable_nestloop = off
set jit = off
as $$
declare
  action private.bulk_actions;
begin
  perform private.require_admin();
  select a.* into action from private.bulk_actions a where a.id = p_id;
  if action.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'event_id', action.event_id,
    'verb', action.verb,
    'applied_at', action.applied_at,
    'undone_at', action.undone_at,
    'can_undo_until', case when not action.is_final then action.applied_at + private.bulk_undo_period() end,
    'people', (
      select jsonb_agg(
        jsonb_build_object('id', w.id, 'name', w.name, 'party', r.party, 'outcome', coalesce(c.outcome, j.verdict),
          'is_undone', c.is_undone)
        order by r.line, w.created_at, w.id
      )
      from private.bulk_action_people c
      join public.waitlist_entries w on w.id = c.entry_id
      left join public.reservations r on r.id = w.id
      left join private.judge_bulk_action(action, p_mails) j
        on action.applied_at is null and j.entry_id = c.entry_id
      where c.action_id = action.id
    ),
    'unconfirmed', (
      select count(*)
      from private.bulk_action_people c
      join public.waitlist_entries w on w.id = c.entry_id
      join public.reservations r on r.id = w.id
      where c.action_id = action.id and r.state = 'asked' and w.confirmed_at is null
    ),
    'can_line_up', action.verb = 'accept' and private.sign_up(action.event_id) in ('open', 'line'),
    'workshops', (
      select count(distinct w.for_entry)
      from private.bulk_action_people c
      join public.waitlist_entries w on w.for_entry = c.entry_id
      where c.action_id = action.id and action.verb = 'cancel'
    )
  );
end;
$$;

-- for admins: reads what an action does, to which people
grant execute on function public.bulk_action_page to authenticated;

comment on function public.bulk_action_page is
  'For admins: returns a bulk action with its people and what became, or would become, of each: done, or why they are left out (judge_bulk_action). Null if it is gone.';


-- attendance/people/bulk_actions_retention.sql

create function private.bulk_actions_retention()
  returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values ('bulkAction', interval '24 hours', 'private.bulk_actions', 't.made_at <= now() - $1', null);
$$;

comment on function private.bulk_actions_retention is
  'Returns how long it is kept to which people of an event something was done at once.';


-- attendance/people/bulk_undo_period.sql

create function private.bulk_undo_period() returns interval
language sql
immutable
parallel safe
return interval '1 hour';

comment on function private.bulk_undo_period is
  'How long a bulk action can be undone.';


-- attendance/people/cancel_people.sql

create function private.cancel_people(p_event uuid, p_people uuid[], p_mails boolean) returns void
language plpgsql
as $$
begin
  update public.reservations r
    set state = 'canceled', switches_to = null, hold_until = null, offer_ends_at = null, to_be_notified = not p_mails
    where r.id = any (p_people);
  perform private.lock_lines(c.event_id)
    from (
      select distinct w.event_id from public.waitlist_entries w where w.for_entry = any (p_people) order by w.event_id
    ) c;
  delete from public.waitlist_entries w where w.for_entry = any (p_people);
  if p_mails then
    insert into public.mails (purpose, person, occurrence)
      select 'reservation-canceled', person, 1 + coalesce((
        select max(m.occurrence) from public.mails m
        where m.purpose = 'reservation-canceled' and m.person = canceled.person
      ), 0)
      from unnest(p_people) canceled(person);
  end if;
  perform public.promote_line(p_event, p_mails);
end;
$$;

comment on function private.cancel_people is
  'Cancels spots, offers and positions on the waitlist, and the reservations at other events that depend on them, with a notice where emails are sent (p_mails). The caller holds the lock.';


-- attendance/people/event_figures.sql

create function public.event_figures(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  places jsonb;
  counts jsonb;
begin
  perform private.require_admin();

  select coalesce(jsonb_agg(to_jsonb(place) order by place.attends desc), '[]') into places
    from (
      select p.attends,
        private.spots_of(e, p.attends) as spots,
        greatest(private.spots_of(e, p.attends) - p.taken, 0) as free,
        p.taken,
        p.waiting,
        coalesce(sum(r.party) filter (where r.state = 'placed' and r.hold_until is null), 0) as confirmed,
        coalesce(sum(r.party) filter (where r.hold_until is not null), 0) as held,
        coalesce(sum(r.party) filter (where r.state = 'offered'), 0) as offered
      from public.events e
      join public.event_spots p on p.event_id = e.id and e.meets in (p.attends, 'both')
      left join public.reservations r on r.event_id = e.id and r.attends = p.attends
      where e.id = p_event and e.takes_reservations
      group by e.id, p.event_id, p.attends
    ) place;
  select jsonb_build_object(
      'people', count(*) filter (where not w.suspected_spam),
      'unconfirmed', count(*) filter (where not w.suspected_spam and w.confirmed_at is null),
      'unnotified', count(*) filter (where not w.suspected_spam and w.is_unnotified),
      'notified', count(*) filter (where not w.suspected_spam and not w.is_unnotified and w.notified_at is not null),
      'asked', count(*) filter (where not w.suspected_spam and w.state = 'asked' and w.confirmed_at is not null),
      'asked_unconfirmed', count(*) filter (
        where not w.suspected_spam and w.state = 'asked' and w.confirmed_at is null
      ),
      'spam', count(*) filter (where w.suspected_spam),
      'failing', count(*) filter (where w.is_failing),
      'offered', count(*) filter (where w.state = 'offered'),
      'came', count(w.checked_in_at),
      'moved_up', (select coalesce(sum(p.moved_up), 0) from public.event_spots p where p.event_id = p_event)
    )
    into counts
    from public.event_people(p_event) w;

  return jsonb_build_object(
    'sign_up', private.sign_up(p_event),
    'counts', counts,
    'places', places,
    'attendance', private.attendance(p_event),
    -- The first to whom an admin may give a spot if no offers are sent.
    'next', (
      select jsonb_build_object('id', w.id, 'name', w.name, 'party', r.party, 'waits_for', r.waits_for)
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      join jsonb_to_recordset(places) as place (attends text, free integer) on place.attends = r.waits_for
      where r.event_id = p_event
        and r.party <= place.free
        and private.sign_up(p_event) = 'open'
      order by r.line
      limit 1
    ),
    'troubles', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', t.id, 'name', w.name, 'party', r.party, 'mail_state', t.mail_state,
          'last_error', t.last_error) order by r.line),
        '[]'
      )
      from private.failed_offers() t
      join public.reservations r on r.id = t.id
      join public.waitlist_entries w on w.id = t.id
      where t.event_id = p_event
    )
  );
end;
$$;

-- for admins: reads how many people an event has, and who is next
grant execute on function public.event_figures to authenticated;

comment on function public.event_figures is
  'For admins: returns what an event has to show of its people: spots in the room and online, how many signed up, are unconfirmed, not notified, suspected spam, and came, which offers have failed, and who is next. places is empty if the event takes no reservations.';


-- attendance/people/judge_bulk_action.sql

create function private.judge_bulk_action(p_action private.bulk_actions, p_mails boolean)
  returns table (entry_id uuid, verdict text)
language plpgsql
stable
as $$
begin
  return query
    select p.id, case
      when p.suspected_spam and p_action.verb <> 'clear' then 'spam'
      when p_action.verb = 'told' then case
        when not p.is_unnotified then 'notified'
        when e.news_at > p_action.made_at then 'news'
        when exists (
          select from public.mails m
          where m.purpose = 'event-news' and m.person = p.id and m.state in ('due', 'claimed', 'unknown')
        ) then 'on-its-way'
        else 'done'
      end
      when p_action.verb = 'clear' then case
        when not p.suspected_spam then 'not-spam'
        when exists (
          select from public.waitlist_entries other
          where other.event_id = e.id and lower(other.email) = lower(p.email) and not other.suspected_spam
        ) then 'duplicate'
        else 'done'
      end
      when p_action.verb in ('give', 'accept') then coalesce(given.verdict, case
        when p.state = 'placed' then 'has-spot'
        when p.state = 'offered' then 'has-offer'
        when p_action.verb = 'give' then 'not-waiting'
        else 'not-asking'
      end)
      when p_action.verb = 'turn-down' then case p.state when 'asked' then 'done' else 'not-asking' end
      when p.checked_in_at is not null and p.state = 'placed' then 'checked-in'
      when p_action.verb = 'cancel' then
        case when p.state in ('placed', 'offered', 'waiting') then 'done' else 'no-reservation' end
      when p.state is distinct from 'placed' then 'no-spot'
      when p.attends = 'online' then 'online'
      when e.status <> 'scheduled' or e.starts_at is null
        or not (now() >= e.starts_at - interval '2 hours' or private.is_sample_event(e.id))
        or now() >= e.over_at + interval '28 hours' then 'door'
      else 'done'
    end
    from private.bulk_action_people c
    join public.event_people(p_action.event_id) p on p.id = c.entry_id
    join public.events e on e.id = p_action.event_id
    left join private.spots_to_give(p_action, p_mails) given
      on p_action.verb in ('give', 'accept') and given.entry_id = p.id
    where c.action_id = p_action.id;
end;
$$;

comment on function private.judge_bulk_action is
  'Returns for each person of a bulk action whether it would be done now, or why they would be left out. Who came can be recorded from two hours before the start until 28 hours after the end, as by presses that arrive late.';


-- attendance/people/require_bulk_action.sql

create function private.require_bulk_action(p_id uuid) returns private.bulk_actions
language plpgsql
as $$
declare
  action private.bulk_actions;
begin
  perform private.require_admin();
  select a.* into action from private.bulk_actions a where a.id = p_id for update;
  -- An entry leaves suspected spam before the lines are locked, in the same order as a person who joins.
  if action.verb <> 'clear' then
    perform private.lock_lines(action.event_id);
  end if;
  return action;
end;
$$;

comment on function private.require_bulk_action is
  'Returns a bulk action, locked with its event, for an admin; a row of nulls when there is none.';


-- attendance/people/spots_to_give.sql

create function private.spots_to_give(p_action private.bulk_actions, p_mails boolean)
  returns table (entry_id uuid, verdict text)
language plpgsql
stable
as $$
declare
  place record;
  person record;
  free integer;
  is_taken_first boolean;
  accepts constant boolean := p_action.verb = 'accept';
  is_open constant boolean := private.sign_up(p_action.event_id) = 'open';
begin
  for place in
    select p.attends, private.spots_of(e, p.attends) - p.taken as free,
      e.status = 'scheduled' and e.is_published and e.date_precision in ('exact', 'day') and e.over_at > now()
        as is_ahead,
      least(e.sign_up_closes_at, e.starts_at) <= now() + interval '1 hour' as is_last_hour
    from public.events e
    join public.event_spots p on p.event_id = e.id
    where e.id = p_action.event_id
  loop
    free := coalesce(place.free, 0);
    is_taken_first := false;
    for person in
      select r.id, r.party, c.entry_id is not null as is_chosen, w.confirmed_at is not null or not p_mails as may_have
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      left join private.bulk_action_people c on c.action_id = p_action.id and c.entry_id = r.id
      where r.event_id = p_action.event_id
        and case when accepts then r.state = 'asked' and r.attends = place.attends else r.waits_for = place.attends end
      order by r.line
    loop
      if person.is_chosen then
        entry_id := person.id;
        verdict := case
          when accepts and not place.is_ahead then 'no-date'
          when accepts and not person.may_have then 'unconfirmed'
          when not accepts and not is_open then 'closed'
          when person.party > free then 'full'
          when is_taken_first then 'not-next'
          else 'done'
        end;
        if verdict = 'done' then
          free := free - person.party;
        end if;
        return next;
      elsif not accepts and person.may_have and person.party <= free and not place.is_last_hour then
        is_taken_first := true;
      end if;
    end loop;
  end loop;
end;
$$;

comment on function private.spots_to_give is
  'Returns who of the chosen people can have a free spot: those on the waitlist in its order and by the rule of has_spots_for (done, full, closed, or not-next: someone before them who was not chosen may have it); those who asked to attend in the order in which they asked (done, full, unconfirmed where emails are sent, or no-date: none is ahead, or visitors cannot see the event).';


-- attendance/people/stage_bulk_action.sql

create function public.stage_bulk_action(p_event uuid, p_verb text, p_people uuid[]) returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  action uuid;
begin
  perform private.require_admin();
  if cardinality(p_people) > 500 then
    raise exception 'at most 500 people at once' using errcode = 'invalid_parameter_value';
  end if;
  if not exists (select from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people)) then
    return null;
  end if;
  insert into private.bulk_actions (event_id, verb) values (p_event, p_verb) returning id into action;
  insert into private.bulk_action_people (action_id, entry_id)
    select action, w.id from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people);
  return action;
end;
$$;

-- for admins: writes which people of an event an action is about
grant execute on function public.stage_bulk_action to authenticated;

comment on function public.stage_bulk_action is
  'For admins: notes what is to be done to which people of an event, at most 500, and changes nothing yet. Returns the id of the bulk action, or null if none of them is there.';


-- attendance/people/undo_bulk_action.sql

create function public.undo_bulk_action(p_id uuid) returns public.undo_bulk_action_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  action constant private.bulk_actions := private.require_bulk_action(p_id);
  people uuid[];
begin
  if action.id is null then
    return 'gone';
  end if;
  if action.undone_at is not null then
    return 'already-undone';
  end if;
  if action.is_final or action.applied_at is null or action.applied_at <= now() - private.bulk_undo_period() then
    return 'too-late';
  end if;
  with were as (
    select c.entry_id, c.before, r.*
    from private.bulk_action_people c
    left join jsonb_populate_record(null::public.reservations, nullif(c.before -> 'reservation', 'null')) r
      on true
    where c.action_id = p_id and c.outcome in ('done', 'in-line')
  ),
  told as (
    update public.waitlist_entries w
      set told = was.before -> 'told',
        notified_at = (was.before ->> 'notified_at')::timestamptz,
        tickets_notified_at = (was.before ->> 'tickets_notified_at')::timestamptz
      from were was
      where action.verb = 'told' and w.id = was.entry_id and w.notified_at = action.made_at
      returning w.id
  ),
  suspected as (
    update public.waitlist_entries w
      set suspected_spam = true
      from were was
      where action.verb = 'clear' and w.id = was.entry_id
        and not exists (select from public.reservations r where r.id = w.id and r.state <> 'waiting')
        and not exists (
          select from public.waitlist_entries other
          where other.event_id = w.event_id and lower(other.email) = lower(w.email) and other.suspected_spam
        )
      returning w.id
  ),
  spots as (
    select p.attends, private.spots_of(e, p.attends) - p.taken as free
    from public.events e
    join public.event_spots p on p.event_id = e.id
    where e.id = action.event_id
  ),
  reserved as (
    update public.reservations r
      set state = was.state, attends = was.attends, switches_to = was.switches_to, hold_until = was.hold_until,
        offer_ends_at = was.offer_ends_at, to_be_notified = was.to_be_notified, arrived = was.arrived,
        checked_in_at = was.checked_in_at, checked_in_by = was.checked_in_by, decided_at = was.decided_at, words = was.words
      from (
        select w.*, sum(w.party) filter (where w.state in ('placed', 'offered'))
          over (partition by w.attends order by w.line) as needed
        from were w
        where action.verb <> 'clear' or w.id in (select s.id from suspected s)
      ) was
      where r.id = was.id and r.party = was.party
        and case action.verb
          when 'told' then was.to_be_notified and not r.to_be_notified and r.state = was.state
          when 'give' then r.state = 'placed' and was.state = 'waiting' and r.checked_in_at is null
          when 'check-in' then r.state = 'placed' and r.checked_in_at = action.applied_at
          when 'clear' then true
          when 'accept' then r.state in ('placed', 'waiting') and was.state = 'asked' and r.checked_in_at is null
          when 'turn-down' then r.state = 'turned-down' and was.state = 'asked'
          when 'cancel' then r.state = 'canceled' and (
            was.state = 'waiting' or was.needed <= (select s.free from spots s where s.attends = was.attends)
          )
        end
      returning r.id
  )
  select array_agg(changed.id) into people
    from (select t.id from told t union select s.id from suspected s union select r.id from reserved r) changed;
  update private.bulk_action_people c set is_undone = true where c.action_id = p_id and c.entry_id = any (people);
  update private.bulk_actions a set undone_at = now() where a.id = p_id;
  return 'undone';
end;
$$;

-- for admins: writes people as they were before an action
grant execute on function public.undo_bulk_action to authenticated;

comment on function public.undo_bulk_action is
  'For admins: undoes a bulk action of the last hour with which nothing has left the site, except for people who have changed since, or whose spot was taken. Spots at workshops that ended with a canceled one do not come back. Returns undone, already-undone, too-late or gone.';


-- attendance/reservations/back_in_line.sql

create function private.back_in_line(p_id uuid, p_party integer) returns boolean
language plpgsql
as $$
begin
  update public.reservations r
    set state = private.state_of_newcomer(r.event_id), party = p_party,
      line = (select max(l.line) + 1 from public.reservations l where l.event_id = r.event_id),
      -- Arrival at an earlier edition does not count for this one.
      arrived = null, checked_in_at = null, checked_in_by = null,
      decided_at = null, words = null
    where r.id = p_id and r.state in ('declined', 'lapsed', 'canceled', 'past');
  return found;
end;
$$;

comment on function private.back_in_line is
  'Puts a reservation that is no longer active at the end of the waitlist. The caller holds the lock. Returns whether it was inactive.';


-- attendance/reservations/change_party.sql

create function public.change_party(p_token_digest text, p_party integer, p_mails boolean) returns public.change_party_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  return private.set_party(private.require_reservation(p_token_digest), p_party, p_mails);
end;
$$;

grant execute on function public.change_party to service_role;

comment on function public.change_party is
  'Changes the number of people of the reservation behind a link, as set_party says.';


-- attendance/reservations/count_spots.sql

create function private.count_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.event_spots p
      set taken = p.taken + c.taken, waiting = p.waiting + c.waiting
      from (
        select r.event_id, place.attends,
          coalesce(sum(r.party) filter (where r.state in ('placed', 'offered') and r.attends = place.attends), 0) as taken,
          coalesce(sum(r.party) filter (where r.waits_for = place.attends), 0) as waiting
        from new_rows r cross join (values ('room'), ('online')) place (attends)
        group by r.event_id, place.attends
      ) c
      where p.event_id = c.event_id and p.attends = c.attends and (c.taken, c.waiting) <> (0, 0);
  elsif tg_op = 'DELETE' then
    update public.event_spots p
      set taken = p.taken - c.taken, waiting = p.waiting - c.waiting
      from (
        select r.event_id, place.attends,
          coalesce(sum(r.party) filter (where r.state in ('placed', 'offered') and r.attends = place.attends), 0) as taken,
          coalesce(sum(r.party) filter (where r.waits_for = place.attends), 0) as waiting
        from old_rows r cross join (values ('room'), ('online')) place (attends)
        group by r.event_id, place.attends
      ) c
      where p.event_id = c.event_id and p.attends = c.attends and (c.taken, c.waiting) <> (0, 0);
  else
    update public.event_spots p
      set taken = p.taken + c.taken, waiting = p.waiting + c.waiting
      from (
        select r.event_id, place.attends,
          coalesce(sum(r.sign * r.party) filter (where r.state in ('placed', 'offered') and r.attends = place.attends), 0) as taken,
          coalesce(sum(r.sign * r.party) filter (where r.waits_for = place.attends), 0) as waiting
        from (
          select n.event_id, n.party, n.state, n.attends, n.waits_for, 1 as sign from new_rows n
          union all
          select o.event_id, o.party, o.state, o.attends, o.waits_for, -1 from old_rows o
        ) r
        cross join (values ('room'), ('online')) place (attends)
        group by r.event_id, place.attends
      ) c
      where p.event_id = c.event_id and p.attends = c.attends and (c.taken, c.waiting) <> (0, 0);
  end if;
  return null;
end;
$$;

comment on function private.count_spots is
  'Trigger: keeps the counts of an event''s spots up to date, in the room and online.';


-- attendance/reservations/end_holds_at_start.sql

create function private.end_holds_at_start() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(new.id);
  update public.reservations r set hold_until = new.starts_at where r.event_id = new.id and r.hold_until > new.starts_at;
  return null;
end;
$$;

comment on function private.end_holds_at_start is
  'Trigger: when an event is moved to an earlier start, shortens holds so that none lasts beyond it.';


-- attendance/reservations/enqueue_ticket.sql

create function private.enqueue_ticket(p_id uuid) returns void
language plpgsql
as $$
declare
  is_own constant boolean := private.is_by_holder(p_id);
  latest bigint;
begin
  -- An email that has not been composed yet will contain the current facts when it is sent.
  update public.mails m
    set next_attempt_at = case when is_own then m.next_attempt_at else least(m.next_attempt_at, now()) end,
      by_holder = m.by_holder and is_own
    where m.purpose = 'reservation-ticket' and m.person = p_id and m.state = 'due' and m.sealed is null and m.next_attempt_at is not null;
  if found then
    return;
  end if;
  select max(m.occurrence) into latest from public.mails m where m.purpose = 'reservation-ticket' and m.person = p_id;
  -- The first ticket is always due, at once.
  if is_own and not private.spend_own_press(p_id) and latest is not null then
    return;
  end if;
  insert into public.mails (purpose, person, occurrence, next_attempt_at, by_holder)
    values (
      'reservation-ticket', p_id, coalesce(latest, 0) + 1,
      case when is_own and latest is not null then now() + interval '2 minutes' else now() end,
      is_own and latest is not null
    );
end;
$$;

comment on function private.enqueue_ticket is
  'Enqueues the ticket for a person with a spot and a confirmed email address. What the holder of the link causes themselves after the first ticket is due in two minutes, in one email, at most 5 times a day; their page shows it at once.';


-- attendance/reservations/fill_spots.sql

create function public.fill_spots(p_event uuid, p_mails boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return public.promote_line(p_event, p_mails);
end;
$$;

-- for admins: writes reservations that become free; sends their emails
grant execute on function public.fill_spots to authenticated;

comment on function public.fill_spots is
  'Runs promote_line for an admin who has just changed an event, so that nobody has to wait for cron.';


-- attendance/reservations/has_spots_for.sql

create function private.has_spots_for(p_event uuid, p_attends text, p_party integer, p_line integer, p_mails boolean) returns boolean
language plpgsql
stable
as $$
begin
  return (
    select private.sign_up(e.id) = 'open'
      and p_party <= private.spots_of(e, p_attends) - p.taken
      and (
        -- In the last hour no offers are made, and a free spot goes to the first person who asks.
        least(e.sign_up_closes_at, e.starts_at) <= now() + interval '1 hour'
        or not exists (
          select from public.reservations r
          join public.waitlist_entries w on w.id = r.id
          where r.event_id = e.id
            and r.waits_for = p_attends
            and r.line < p_line
            and r.party <= private.spots_of(e, p_attends) - p.taken
            and (w.confirmed_at is not null or not p_mails)
        )
      )
    from public.events e
    join public.event_spots p on p.event_id = e.id and p.attends = p_attends
    where e.id = p_event
  );
end;
$$;

comment on function private.has_spots_for is
  'Whether an event has a free spot for a party, in the room or online, that nobody before p_line on that waitlist may have: a person with a confirmed address, or anyone where no emails are sent.';


-- attendance/reservations/join_link.sql

create function public.join_link(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'url', (select j.url from private.join_links j where j.event_id = p_event),
    'people', (select count(*) from public.reservations r where r.event_id = p_event and private.may_join(r))
  );
end;
$$;

-- for admins: reads the link of an online event
grant execute on function public.join_link to authenticated;

comment on function public.join_link is
  'For admins: returns {url, people}: the link where people with a spot online meet (null while there is none), and the number of reservations that see it.';


-- attendance/reservations/lock_lines.sql

create function private.lock_lines(p_event uuid) returns boolean
language plpgsql
as $$
begin
  -- Fixed order: two transactions that lock the two rows in different orders would deadlock.
  perform from public.event_spots p where p.event_id = p_event order by p.attends for update;
  return found;
end;
$$;

comment on function private.lock_lines is
  'Takes the lock under which spots of an event change hands, in the room and online. Returns whether the event takes reservations.';


-- attendance/reservations/lock_spots.sql

create function private.lock_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(old.event_id);
  perform private.lock_workshops(old.id);
  return old;
end;
$$;

comment on function private.lock_spots is
  'Trigger: before an entry''s reservation is deleted, locks its event and the events whose entries depend on it, in the same order as all other code.';


-- attendance/reservations/lock_workshops.sql

create function private.lock_workshops(p_entry uuid) returns void
language plpgsql
as $$
begin
  perform private.lock_lines(c.event_id)
    from (select w.event_id from public.waitlist_entries w where w.for_entry = p_entry order by w.event_id) c;
end;
$$;

comment on function private.lock_workshops is
  'Locks the events at which entries that depend on this one end. A transaction that locks several events locks all main events first, then workshops, each in the order of their ids.';


-- attendance/reservations/longest_hold.sql

create function private.longest_hold() returns interval
language sql
immutable
parallel safe
return interval '8 hours';

comment on function private.longest_hold is
  'How long after a sign-up a spot is held for an unconfirmed address at most, while its email is waiting.';


-- attendance/reservations/may_hold.sql

create function private.may_hold(p_event uuid, p_attends text, p_party integer, p_network text) returns boolean
language plpgsql
stable
as $$
begin
  return p_network is null or (
    select p_party + coalesce(sum(r.party), 0) <= greatest(4, private.spots_of(e, p_attends) / 2)
    from public.events e
    left join (
      private.unconfirmed_rows n
      join public.reservations r on r.id = n.id and r.hold_until is not null
    ) on r.event_id = e.id and r.attends = p_attends and n.network_key = p_network
    where e.id = p_event
    group by e.id
  );
end;
$$;

comment on function private.may_hold is
  'Whether a spot for a party may be held for an unconfirmed address: from one network, spots for at most 4 people or half of the spots there, whichever is more.';


-- attendance/reservations/move_people.sql

create function private.move_people() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(new.id);
  if old.meets = 'both' and exists (
    select from public.reservations r where r.event_id = new.id and r.attends <> new.meets and r.state in ('placed', 'offered')
  ) then
    raise exception 'a_place_is_taken: somebody has a spot where this event would no longer meet' using errcode = 'foreign_key_violation', constraint = 'a_place_is_taken';
  end if;
  if new.meets <> 'both' then
    update public.reservations r
      set attends = new.meets, switches_to = null
      where r.event_id = new.id and (r.attends <> new.meets or r.switches_to is not null);
    -- moved_up counts for the whole event.
    update public.event_spots p
      set moved_up = case when p.attends = new.meets then (select sum(o.moved_up) from public.event_spots o where o.event_id = new.id) else 0 end
      where p.event_id = new.id;
  end if;
  return null;
end;
$$;

comment on function private.move_people is
  'Trigger: when an event that met only in the room or only online changes to the other, moves its reservations there. An event that met in both cannot give one up while someone has a spot there; people who wait there are moved to the other waitlist, ordered by line, whose numbers both share.';


-- attendance/reservations/note_offer.sql

create function private.note_offer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reservations r
    set offer_ends_at = case
      when new.state <> 'bounced' then private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
    end
    from public.events e
    where r.id = new.person
      and e.id = r.event_id
      and r.state = 'offered'
      and r.offers = new.occurrence
      and (r.offer_ends_at is null) = (new.state <> 'bounced');
  return null;
end;
$$;

comment on function private.note_offer is
  'Trigger: starts the deadline of an offer when the email provider has accepted its email, or an admin assumes that it arrived, and clears the deadline when the email bounces.';


-- attendance/reservations/outlook.sql

create function private.outlook(p_event uuid, p_attends text, p_party integer, p_mails boolean, p_network text) returns text
language plpgsql
stable
as $$
begin
  return case
    when not private.has_spots_for(p_event, p_attends, p_party, 2147483647, p_mails) then 'waiting'
    when p_mails and not private.may_hold(p_event, p_attends, p_party, p_network) then 'to-confirm'
    else 'placed'
  end;
end;
$$;

comment on function private.outlook is
  'Returns what a party gets that signs up now at the end of the waitlist for the room or online, while sign-up is open: placed, waiting, or to-confirm (on the waitlist, because their network already holds as many unconfirmed spots as allowed). Valid as long as the caller holds the lock of the event.';


-- attendance/reservations/promote_lines.sql

create function public.promote_lines() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  event uuid;
  offered integer := 0;
  morning constant timestamp with time zone := private.waking_time(now());
begin
  -- Offers that were due before the night and not sent wait until morning.
  update public.mails m
    set next_attempt_at = morning
    where morning > now() and m.purpose = 'reservation-offer' and m.state = 'due' and m.next_attempt_at <= now();
  for event in
    select due.event_id
    from (
      select distinct p.event_id, e.for_people_of is not null as is_workshop
      from public.event_spots p
      join public.events e on e.id = p.event_id
      where (p.waiting > 0 and p.taken < private.spots_of(e, p.attends) and private.sign_up(e.id) = 'open')
        or exists (
          select from public.reservations r
          where r.event_id = p.event_id and (r.state = 'offered' or r.hold_until is not null)
            and case when private.sign_up(e.id) = 'open' then least(r.offer_ends_at, r.hold_until) <= now() else r.state = 'offered' end
        )
    ) due
    order by due.is_workshop, due.event_id
  loop
    offered := offered + public.promote_line(event, true);
  end loop;
  return offered;
end;
$$;

grant execute on function public.promote_lines to service_role;

comment on function public.promote_lines is
  'Runs promote_line for every event in which something may have changed; called by cron once a minute, where emails are sent.';


-- attendance/reservations/put_in_line.sql

create function private.put_in_line(
  p_id uuid,
  p_event uuid,
  p_name text,
  p_email text,
  p_consent_version text,
  p_party integer,
  p_attends text,
  p_mails boolean,
  p_for_entry uuid default null
) returns boolean
language plpgsql
as $$
begin
  insert into public.waitlist_entries
      (id, event_id, name, email, consent_version, for_entry, confirmed_at, consent_page)
    values (
      p_id, p_event, p_name, p_email, p_consent_version, p_for_entry,
      case when p_for_entry is not null then now() end,
      -- The form is on the status page of the other entry.
      case when p_for_entry is not null then '/w' end
    )
    on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Inserts the entry before locking, in the same order as all other code; otherwise two calls with the same address
  -- could deadlock.
  perform private.lock_lines(p_event);
  insert into public.reservations (id, event_id, party, state, line, attends)
    select p_id, p_event, p_party, 'waiting', coalesce(max(r.line), 0) + 1, p_attends
    from public.reservations r
    where r.event_id = p_event;
  perform private.take_spots(p_id, p_mails);
  return true;
end;
$$;

comment on function private.put_in_line is
  'Signs up a known person: an admin adds them, or they have a reservation at another event (p_for_entry), which confirms their address. They get a free spot or the last position on the waitlist. Returns false if the address is already there.';


-- attendance/reservations/set_attends.sql

create function private.set_attends() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select private.attends_at(e, new.attends) into new.attends from public.events e where e.id = new.event_id;
  return new;
end;
$$;

comment on function private.set_attends is
  'Trigger: makes each reservation attend where the event meets.';


-- attendance/reservations/set_up_spots.sql

create function private.set_up_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.takes_reservations then
    insert into public.event_spots (event_id, attends) values (new.id, 'room'), (new.id, 'online') on conflict do nothing;
    perform private.lock_lines(new.id);
    perform private.line_up(new.id);
  else
    perform private.lock_lines(new.id);
    if exists (select from public.reservations r where r.event_id = new.id and r.state in ('placed', 'offered')) then
      raise exception 'a_spot_is_taken: somebody has a spot at this event' using errcode = 'foreign_key_violation', constraint = 'a_spot_is_taken';
    end if;
    if exists (select from public.reservations r where r.event_id = new.id and r.state = 'asked') then
      raise exception 'people_ask: what somebody asked for is not decided'
        using errcode = 'foreign_key_violation', constraint = 'people_ask';
    end if;
    if exists (select from public.events e where e.for_people_of = new.id) then
      raise exception 'workshops_need_reservations: other events are for the people with a reservation at this one'
        using errcode = 'foreign_key_violation', constraint = 'workshops_need_reservations';
    end if;
    delete from public.reservations r where r.event_id = new.id;
    delete from public.event_spots p where p.event_id = new.id;
  end if;
  return null;
end;
$$;

comment on function private.set_up_spots is
  'Trigger: when an event begins to take reservations, adds everyone on its waitlist to reservations, as state_of_newcomer says. It cannot stop taking them while someone has or asks for a spot, or another event is for its people.';


-- attendance/reservations/sign_up.sql

create function private.sign_up(p_event uuid) returns text
language plpgsql
stable
as $$
begin
  return (
    select case
      when e.status = 'cancelled' or main.status = 'cancelled' or e.waitlist_closed or e.admission = 'none'
        then 'closed'
      when e.status = 'postponed' or e.starts_at is null then 'line'
      when e.date_precision not in ('exact', 'day') then 'line'
      when e.over_at <= now() then 'next'
      when not e.is_published then 'line'
      when e.sign_up_opens_at > now() then 'early'
      when least(e.sign_up_closes_at, e.starts_at) <= now() then 'late'
      else 'open'
    end
    from public.events e
    left join public.events main on main.id = e.for_people_of
    where e.id = p_event
  );
end;
$$;

comment on function private.sign_up is
  'Returns whether spots are given at the moment: open; line (there is no fixed or announced date: people join the waitlist); early; late; next (it is over, and people join for the next edition); closed.';


-- attendance/reservations/start_hold.sql

create function private.start_hold() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.reservations r
    set hold_until = least(r.hold_until, now() + interval '2 hours')
    where r.id = new.person and r.hold_until is not null;
  return null;
end;
$$;

comment on function private.start_hold is
  'Trigger: the two hours for which a spot is held begin when the email that asks to confirm has been handed to the sender.';


-- attendance/reservations/takes_no_part.sql

create function public.takes_no_part(p_state text) returns boolean
language sql
immutable
return coalesce(p_state in ('declined', 'lapsed', 'canceled', 'turned-down'), false);

-- for members: reads whether a given state is that of somebody who takes no part
grant execute on function public.takes_no_part to authenticated;

comment on function public.takes_no_part is
  'Whether somebody with this state of a reservation, or none (null), has no spot, waits for none and does not ask for one anymore: what changes at the event is no news to them.';


-- attendance/waitlist/departure_period.sql

create function private.departure_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';

comment on function private.departure_period is
  'How long a person who has left a waitlist may return.';


-- attendance/waitlist/end_links_of_old_address.sql

create function private.end_links_of_old_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.remake_mails(new.id);
  delete from private.waitlist_links l where l.entry_id = new.id;
  delete from private.waitlist_address_changes c where c.entry_id = new.id and c.confirmed_at is null;
  new.confirmed_at := null;
  new.link_generation := old.link_generation + 1;
  return new;
end;
$$;

comment on function private.end_links_of_old_address is
  'Trigger: when an address is corrected and not confirmed at the same time, it must be confirmed again, and no link sent to the old address remains valid.';


-- attendance/waitlist/erase_waitlist_entries.sql

create function private.erase_waitlist_entries(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from private.waitlist_address_changes c where p_address in (lower(c.email), lower(c.previous_email));
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('waitlist_changes', removed);
  delete from private.waitlist_departures d where lower(d.entry ->> 'email') = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('departures', removed);
  select count(*) into removed from public.waitlist_entries w where lower(w.email) = p_address;
  -- In the usual lock order: the lock of an event before those of its workshops.
  delete from public.waitlist_entries w where lower(w.email) = p_address and w.for_entry is null;
  delete from public.waitlist_entries w where lower(w.email) = p_address;
  erased := erased || jsonb_build_object('waitlist_entries', removed);
  return erased;
end;
$$;

comment on function private.erase_waitlist_entries is
  'Erases the waitlist entries of the owner of an address, with everything that belongs to them.';


-- attendance/waitlist/is_by_holder.sql

create function private.is_by_holder(p_entry uuid) returns boolean
language sql
stable
return coalesce(current_setting('status_page.holder', true), '') = p_entry::text;

comment on function private.is_by_holder is
  'Whether an entry''s own link causes what happens in this transaction, and not an admin, cron or someone else.';


-- attendance/waitlist/keep_status_link.sql

create function private.keep_status_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose = 'waitlist-new-address' then
    update private.waitlist_address_changes c set token_digest = p_token_digest where c.id = p_person;
  elsif p_purpose in (
    'waitlist-receipt', 'waitlist-lost-link', 'waitlist-new-link', 'waitlist-address-confirmed',
    'reservation-offer', 'reservation-ticket', 'reservation-canceled', 'join-link', 'join-link-replaced', 'still-coming', 'agenda-changed',
    'event-news', 'request-answered', 'request-undecided'
  ) then
    insert into private.waitlist_links (token_digest, entry_id, generation)
      select p_token_digest, w.id, w.link_generation from public.waitlist_entries w where w.id = p_person
      on conflict do nothing;
    delete from private.waitlist_links l
      using public.waitlist_entries w
      where w.id = p_person and l.entry_id = w.id and l.generation < w.link_generation;
  else
    return false;
  end if;
  return true;
end;
$$;

comment on function private.keep_status_link is
  'Implements keep_mail_link for emails with a link to a status page, where a new link invalidates those of earlier generations, and for emails to a new address.';


-- attendance/waitlist/mark_waitlist_notified.sql

create function public.mark_waitlist_notified(p_event uuid, p_notified_at timestamptz, p_limit integer default null) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  told integer;
begin
  perform private.require_admin();
  update public.waitlist_entries w
    set notified_at = p_notified_at,
      told = e.relied_on,
      tickets_notified_at = case when e.status = 'scheduled' and e.ticket_url is not null then coalesce(w.tickets_notified_at, p_notified_at) else w.tickets_notified_at end
    from public.events e
    where e.id = w.event_id
      and w.id = any (array(
        select waiting.id
        from public.waitlist_entries waiting
        join public.events e on e.id = waiting.event_id
        where waiting.event_id = p_event
          and public.is_to_notify(e, waiting)
          and not waiting.suspected_spam
          and not exists (
            select from public.reservations r where r.id = waiting.id and public.takes_no_part(r.state)
          )
          -- People who joined after the addresses were listed have not been notified.
          and waiting.created_at <= p_notified_at
          and p_notified_at <= now()
        order by waiting.created_at
        limit p_limit
      ))
      -- An email written before the latest news does not contain it.
      and p_notified_at >= coalesce(e.news_at, '-infinity')
      and public.is_to_notify(e, w);
  get diagnostics told = row_count;
  return told;
end;
$$;

-- for admins: writes that people on a waitlist were notified
grant execute on function public.mark_waitlist_notified to authenticated;

comment on function public.mark_waitlist_notified is
  'Marks the people who had to be notified at p_notified_at, when their addresses were listed; nobody if there is later news. Returns their number: at most p_limit, the first to join.';


-- attendance/waitlist/note_holder.sql

create function private.note_holder(p_entry uuid) returns void
language sql
as $$
  select set_config('status_page.holder', p_entry::text, true);
$$;

comment on function private.note_holder is
  'Notes for the rest of the transaction that the holder of an entry''s link causes what happens (is_by_holder).';


-- attendance/waitlist/owe_link.sql

create function private.owe_link(p_purpose text, p_entry uuid, p_address_key text) returns void
language plpgsql
as $$
begin
  perform private.end_links(p_entry);
  -- One that has not been composed yet will contain the new link.
  insert into public.mails (purpose, person, occurrence, address_key)
    select p_purpose, p_entry, coalesce(max(m.occurrence), 0) + 1, p_address_key
    from public.mails m
    where m.purpose = p_purpose and m.person = p_entry
    having not coalesce(bool_or(m.state = 'due' and m.sealed is null), false);
end;
$$;

comment on function private.owe_link is
  'Ends all links to an entry at once, and enqueues the email with the new one, outside any budget.';


-- attendance/waitlist/rename_entry.sql

create function public.rename_entry(p_token_digest text, p_name text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set name = p_name
    from private.waitlist_links l
    where l.token_digest = p_token_digest and w.id = l.entry_id;
  return found;
end;
$$;

grant execute on function public.rename_entry to service_role;

comment on function public.rename_entry is
  'Corrects the name of the holder of this link. Returns false for a link that leads to no entry.';


-- attendance/waitlist/renew_status_link.sql

create function public.renew_status_link(p_token_digest text, p_address_key text) returns public.renew_status_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry_id uuid;
begin
  select w.id into entry_id
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if not private.spend_own_press(entry_id) then
    return 'not-now';
  end if;
  perform private.owe_link('waitlist-new-link', entry_id, p_address_key);
  return case when private.is_suppressed(p_address_key, 'waitlist-new-link') then 'unmailed' else 'renewed' end;
end;
$$;

grant execute on function public.renew_status_link to service_role;

comment on function public.renew_status_link is
  'Ends all links to an entry, at once, and enqueues a new one for the holder of this one. Returns renewed, unmailed (the address takes no emails), not-now (5 times in 24 hours; nothing has changed) or nowhere.';


-- attendance/waitlist/resend_status_link.sql

create function public.resend_status_link(p_event text, p_email text, p_address_key text, p_sender jsonb default null) returns public.resend_status_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  list uuid;
  entry_id uuid;
  is_confirmed boolean;
  keys jsonb := private.budget_keys(p_sender, p_address_key);
  -- An address that is not on the waitlist takes the same work, counted where it uses up nothing of the owner's
  -- budgets.
  nobody constant uuid := gen_random_uuid();
  nobodys_key constant text := md5('nobody ' || p_address_key);
begin
  select e.id into list from public.events e where e.address = p_event and e.is_published;
  if not found then
    return 'not-found';
  end if;
  select w.id, w.confirmed_at is not null into entry_id, is_confirmed
    from public.waitlist_entries w
    where w.event_id = list and lower(w.email) = lower(p_email) and not w.suspected_spam;
  -- One a day for each event. A confirmed entry has its own, which other spellings of its mailbox do not use up.
  keys := case
    when is_confirmed then keys || jsonb_build_object('recipient', entry_id)
    when entry_id is null then private.keys_at_event(keys || jsonb_build_object('recipient', nobodys_key), list)
    else private.keys_at_event(keys, list)
  end;
  perform private.enqueue_mail(
    'waitlist-lost-link',
    coalesce(entry_id, nobody),
    case when entry_id is null then nobodys_key else p_address_key end,
    '{lost-link}',
    keys,
    case when is_confirmed then 'known' else 'strangers' end
  );
  delete from public.mails m where m.person = nobody;
  return 'asked';
end;
$$;

grant execute on function public.resend_status_link to service_role;

comment on function public.resend_status_link is
  'Enqueues an email with the link to the status page for a person on the waitlist of a published event, within its budgets; p_sender is what budget_keys takes. Returns asked or not-found (no such event), and never reveals whether the address is on the waitlist; both cases take the same work.';


-- attendance/waitlist/set_handled_at.sql

create function private.set_handled_at() returns trigger
language plpgsql
as $$
begin
  new.handled_at := case when new.status = 'done' then case when old.status = 'done' then old.handled_at else now() end end;
  return new;
end;
$$;

comment on function private.set_handled_at is
  'Trigger: records when a message was marked as done.';


-- attendance/waitlist/set_quiet.sql

create function public.set_quiet(p_token_digest text, p_is_quiet boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set quiet_at = case when p_is_quiet then coalesce(w.quiet_at, now()) end
    from private.waitlist_links l
    where l.token_digest = p_token_digest and w.id = l.entry_id;
  return found;
end;
$$;

grant execute on function public.set_quiet to service_role;

comment on function public.set_quiet is
  'Ends the emails in organizers'' own words to the holder of this link, or lets them come again. Returns false for a link that leads to no entry.';


-- attendance/waitlist/set_told.sql

create function private.set_told() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Who comes back knows what they knew.
  new.told := coalesce(new.told, (select e.relied_on from public.events e where e.id = new.event_id));
  return new;
end;
$$;

comment on function private.set_told is
  'Trigger: a person who signs up knows the event as it is.';


-- attendance/waitlist/take_back_address_change.sql

create function public.take_back_address_change(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.waitlist_address_changes c
    using private.waitlist_links l
    where l.token_digest = p_token_digest and c.entry_id = l.entry_id and c.confirmed_at is null;
  return found;
end;
$$;

grant execute on function public.take_back_address_change to service_role;

comment on function public.take_back_address_change is
  'Discards the new address that the holder of this link wanted to use; the link in the email to it no longer works. Returns false when there was none.';


-- audit-log/audit.sql

create function private.audit() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_nestloop = off
set jit = off
as $$
declare
  actor constant uuid := auth.uid();
  actor_email text;
  names_only constant boolean := tg_nargs > 0;
  most constant integer := 100;
  derived constant text[] := array[
    'search_text', 'relied_on', 'told', 'over_at', 'place_details', 'in_words', 'updated_at', 'link_generation',
    'first_signed_in_at', 'folded_name', 'folded_tags', 'address', 'link_secret', 'is_listed'
  ];
  moved constant text := nullif(current_setting('place.moved', true), '');
begin
  if actor is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select u.email into actor_email from auth.users u where u.id = actor;

  if tg_op = 'INSERT' then
    if names_only and (select count(*) > most from new_rows) then
      insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
        select actor, actor_email, 'insert', tg_table_name, 'many', jsonb_build_object('columns', '[]'::jsonb, 'rows', count(*)) from new_rows;
      return null;
    end if;
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'insert', tg_table_name, n.content ->> 'id',
        case when names_only then '{"columns": []}' else n.content - derived end
      from (select to_jsonb(t) as content from new_rows t) n;
  elsif tg_op = 'DELETE' then
    if names_only and (select count(*) > most from old_rows) then
      insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
        select actor, actor_email, 'delete', tg_table_name, 'many', jsonb_build_object('columns', '[]'::jsonb, 'rows', count(*)) from old_rows;
      return null;
    end if;
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'delete', tg_table_name, o.content ->> 'id',
        case when names_only then '{"columns": []}' else o.content - derived end
      from (select to_jsonb(t) as content from old_rows t) o;
  else
    if names_only and (select count(*) > most from new_rows) then
      -- A change to many rows is logged as one entry per set of changed columns.
      insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
        select actor, actor_email, 'update', tg_table_name, 'many', jsonb_build_object('columns', to_jsonb(changed.names), 'rows', count(*))
        from old_rows o
        join new_rows n using (id)
        cross join lateral (
          select array_agg(c.key order by c.key) as names
          from jsonb_each(to_jsonb(n)) c
          where c.value <> to_jsonb(o) -> c.key and c.key <> all (derived)
        ) changed
        where changed.names is not null
        group by changed.names;
      return null;
    end if;
    -- Materialized; otherwise each comparison would convert its row again.
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
      -- When a row is moved, only that row is logged, not the neighbors that make room.
      where changed.names is not null
        and (moved is null or moved = pair.after ->> 'id' or changed.names <> array['display_order']);
  end if;
  return null;
end;
$$;

comment on function private.audit is
  'Trigger: logs the changes of signed-in people, and everyone who becomes or stops being an admin, by whatever means. With an argument it keeps only the names of changed columns, no values, and one entry for more than 100 rows that a statement inserted, deleted or changed in the same way.';


-- audit-log/erase_from_log.sql

create function private.erase_from_log(p_address text) returns jsonb
language plpgsql
as $$
declare
  changed integer;
begin
  perform set_config('audit_log.erasing', 'on', true);
  update public.audit_log g set actor_email = null where lower(g.actor_email) = p_address;
  get diagnostics changed = row_count;
  perform set_config('audit_log.erasing', 'off', true);
  return jsonb_build_object('log_entries', changed);
end;
$$;

comment on function private.erase_from_log is
  'Removes an address from the log entries of its account; the entries remain.';


-- audit-log/keep_the_audit_log.sql

create function private.keep_the_audit_log() returns trigger
language plpgsql
as $$
begin
  -- The setting alone is not enough: the current user must also be the owner of the table, as in erase_person and
  -- purge.
  if tg_op in ('UPDATE', 'DELETE')
    and current_setting('audit_log.erasing', true) = 'on'
    and current_user = (select pg_get_userbyid(c.relowner) from pg_catalog.pg_class c where c.oid = tg_relid)
  then
    if tg_level = 'STATEMENT' then
      return null;
    end if;
    if tg_op = 'DELETE' then
      if old.at <= now() - (case
        when old.changes ->> 'event' in ('sign-in-refused', 'proof-refused') then private.refused_sign_in_period()
        when old.verb = 'access' then private.sign_in_log_period()
        else private.log_period()
      end) then
        return old;
      end if;
    elsif new.actor_email is null and to_jsonb(new) - 'actor_email' = to_jsonb(old) - 'actor_email' then
      return new;
    end if;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end;
$$;

comment on function private.keep_the_audit_log is
  'Trigger: refuses every change to the log, even by the owner, with two exceptions: erase_person removes the address from the entries of an erased account, and purge deletes entries whose retention period is over.';


-- audit-log/log_period.sql

create function private.log_period() returns interval
language sql
immutable
parallel safe
return interval '36 months';

comment on function private.log_period is
  'How long the log keeps changes made by admins.';


-- audit-log/log_personal_data.sql

create function private.log_personal_data(p_address text, p_account uuid) returns jsonb
language plpgsql
stable
as $$
begin
  -- Planned for the given person each time, because some accounts may have made half of the log.
  return (
    select jsonb_build_object(
      'log', coalesce(
        jsonb_agg(jsonb_build_object('at', g.at, 'verb', g.verb, 'table', g.table_name, 'row', g.row_id) order by g.id),
        '[]'
      )
    )
    -- Each branch uses its own index; union removes duplicates.
    from (
      select g.id, g.at, g.verb, g.table_name, g.row_id from public.audit_log g where g.actor = p_account
      union
      select g.id, g.at, g.verb, g.table_name, g.row_id from public.audit_log g where lower(g.actor_email) = p_address
      union
      select g.id, g.at, g.verb, g.table_name, g.row_id
      from public.audit_log g
      where coalesce(g.changes::text ~ '@|%40', false)
        and case
          when strpos(lower(g.changes::text), private.trace_of_address(p_address)) > 0
            then private.without_address(g.changes, private.pattern_of_address(p_address), '') <> g.changes
        end
    ) g
  );
end;
$$;

comment on function private.log_personal_data is
  'Returns the log entries that an account made or that contain an address.';


-- audit-log/logged_admins.sql

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

comment on function public.logged_admins is
  'Returns the addresses of those of the given accounts that are or were an admin according to the log, and of the people the given invitations were for; an invitation that was not accepted is kept for 30 days. A deleted account has no address.';


-- audit-log/note_access.sql

create function private.note_access(p_user uuid, p_event text, p_details jsonb default '{}'::jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  by_others constant boolean := p_event in ('sign-in-refused', 'code-refused') or coalesce(p_details ->> 'by' = 'operator', false);
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

comment on function private.note_access is
  'Logs how an account got access or that its credentials changed, and for some of these events enqueues an email to the account. The actor is the caller, or the account itself if the Worker calls; there is no actor for refused sign-ins (unlike refused proofs, whose actor is the signed-in account), nor for the operator: {by: operator}.';


-- audit-log/refused_sign_in_period.sql

create function private.refused_sign_in_period() returns interval
language sql
immutable
parallel safe
return interval '90 days';

comment on function private.refused_sign_in_period is
  'How long the log keeps refused sign-ins.';


-- audit-log/sign_in_log_period.sql

create function private.sign_in_log_period() returns interval
language sql
immutable
parallel safe
return interval '12 months';

comment on function private.sign_in_log_period is
  'How long the log keeps admins'' sign-ins and changes to their credentials.';


-- budgets/budget_keys.sql

create function private.budget_keys(p_sender jsonb, p_address_key text) returns jsonb
language sql
immutable
return jsonb_strip_nulls(jsonb_build_object('recipient', p_address_key) || coalesce(p_sender, '{}'));

comment on function private.budget_keys is
  'Returns the keys of the budgets that a form spends: p_sender has keyed digests of the recipient''s mailbox and of the sender''s network (recipient, near, far); without it, the digest of the recipient''s address as spelled counts.';


-- budgets/budgets_personal_data.sql

create function private.budgets_personal_data(p_mail_key text, p_recipient_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'counters', jsonb_build_object(
      'spending', (select count(*) from private.spending s where s.who = 'recipient' and left(s.key, 32) in (p_mail_key, p_recipient_key))
    )
  );
$$;

comment on function private.budgets_personal_data is
  'Returns how often the budgets of a mailbox were spent from.';


-- budgets/budgets_retention.sql

create function private.budgets_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('spending', interval '24 hours', 'private.spending', 't.at <= now() - $1', null),
    ('unconfirmedRow', interval '24 hours', 'private.unconfirmed_rows', 't.created_at <= now() - $1', null);
$$;

comment on function private.budgets_retention is
  'Returns how long spending of budgets, and the networks of unconfirmed rows, are kept.';


-- budgets/erase_spending.sql

create function private.erase_spending(p_mail_key text, p_recipient_key text) returns void
language sql
as $$
  delete from private.spending s where s.who = 'recipient' and left(s.key, 32) in (p_mail_key, p_recipient_key);
$$;

comment on function private.erase_spending is
  'Erases what was spent from the budgets of a mailbox.';


-- budgets/give_back.sql

create function private.give_back(p_id uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept private.unconfirmed_rows;
begin
  delete from private.unconfirmed_rows u where u.id = p_id returning * into kept;
  if found then
    perform private.spend('{bytes-reserve}', jsonb_strip_nulls(jsonb_build_object('far', kept.network_key)), -kept.bytes);
  end if;
  return kept.network_key;
end;
$$;

comment on function private.give_back is
  'Takes a row that is confirmed or gone off the bytes of its network and of the site. Returns the network (far); null if it is not known.';


-- budgets/is_too_much.sql

create function private.is_too_much(p_keys jsonb, p_bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  return private.spend('{bytes}', p_keys, p_bytes) is not null
    -- While half of the site's bytes are used, less is enough.
    or (
      private.left_of('bytes-reserve') < (select r.most / 2 from private.budget_rules r where r.what = 'bytes-reserve' and r.who = 'site')
      and private.spend('{bytes-under-pressure}', p_keys, p_bytes) is not null
    );
end;
$$;

comment on function private.is_too_much is
  'Counts the bytes of a message or suggestion, and returns whether its network has sent so many today that it is kept as suspected spam.';


-- budgets/keys_at_event.sql

create function private.keys_at_event(p_keys jsonb, p_event uuid) returns jsonb
language sql
immutable
return p_keys || jsonb_build_object('recipient', concat(p_keys ->> 'recipient', '-', left(md5(p_event::text), 7)));

comment on function private.keys_at_event is
  'Returns keys (budget_keys) whose mailbox has a budget for each event.';


-- budgets/left_of.sql

create function private.left_of(p_what text, p_most bigint default null) returns bigint
language sql
stable
return (
  select greatest(0, coalesce(p_most, r.most) - coalesce(sum(s.amount), 0))
  from private.budget_rules r
  left join private.spending s on s.what = r.what and s.who = r.who and s.at > now() - r.period
  where r.what = p_what and r.who = 'site'
  group by r.most
);

comment on function private.left_of is
  'Returns how much is left of a budget of the whole site, or of p_most in its place.';


-- budgets/letters_of.sql

create function private.letters_of(p_keys jsonb) returns integer
language sql
stable
return (
  select coalesce(sum(s.amount), 0)
  from private.spending s
  where s.what = 'letter' and s.who = 'far' and s.key = p_keys ->> 'far' and s.at > now() - interval '24 hours'
);

comment on function private.letters_of is
  'Returns how many emails the forms of a network (far) have caused in the last 24 hours, sent or waiting.';


-- budgets/make_room.sql

create function private.make_room(p_bytes bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  -- Room is made for many forms at once, so that not each has to look for what may go, but not of networks with
  -- confirmed addresses.
  for_many constant bigint := 200000;
  freed bigint := 0;
  gone integer := 0;
  is_gone boolean;
begin
  for candidate in
    select u.id, u.bytes, r.relation, r.condition, coalesce(network.confirmed, 0) > 0 as is_known
    from private.unconfirmed_rows u
    join private.rows_that_may_go() r on r.kind = u.kind
    left join (
      select s.key,
        coalesce(sum(s.amount) filter (where s.what = 'letter'), 0) as letters,
        coalesce(sum(s.amount) filter (where s.what = 'confirmed'), 0) as confirmed
      from private.spending s
      where s.what in ('letter', 'confirmed') and s.who = 'far' and s.at > now() - interval '24 hours'
      group by s.key
    ) network on network.key = u.network_key
    where u.may_go and not exists (select from public.mails m where m.person = u.id and m.attempts > 0)
    order by
      coalesce(network.confirmed, 0) > 0,
      coalesce(network.letters, 0) / (1 + coalesce(network.confirmed, 0)) desc,
      u.created_at desc
  loop
    exit when freed >= p_bytes and (candidate.is_known or freed >= for_many);
    execute format('delete from %s t where t.id = $1 and %s returning true', candidate.relation, candidate.condition)
      into is_gone using candidate.id;
    if is_gone then
      delete from public.mails m where m.person = candidate.id and m.attempts = 0 and m.next_attempt_at is not null;
      freed := freed + candidate.bytes;
      gone := gone + 1;
      perform private.give_back(candidate.id);
    end if;
  end loop;
  if gone > 0 then
    perform private.spend('{made-room}', '{}', gone);
  end if;
end;
$$;

comment on function private.make_room is
  'Deletes subscriptions and proposals that nobody has confirmed and no email was tried for, and what is kept as suspected spam, until at least p_bytes are free, or nothing is left: first of networks that caused most emails of which none was confirmed.';


-- budgets/next_spend.sql

create function private.next_spend(p_what text[], p_keys jsonb, p_amount bigint default 1) returns timestamptz
language plpgsql
stable
as $$
begin
  return (
    select max(coalesce(spent.possible_at, now() + r.period))
    from private.budget_rules r
    join jsonb_each_text(p_keys || '{"site": "site"}') k (who, key) on k.who = r.who and k.key is not null
    cross join lateral (
      select sum(part.amount) as amount, min(part.at + r.period) filter (where part.newer + p_amount <= r.most) as possible_at
      from (
        select s.at, sum(s.amount) as amount, coalesce(sum(sum(s.amount)) over (order by s.at desc rows between unbounded preceding and 1 preceding), 0) as newer
        from private.spending s
        where s.what = r.what and s.who = r.who and s.key = k.key and s.at > now() - r.period
        group by s.at
      ) part
    ) spent
    where r.what = any (p_what) and coalesce(spent.amount, 0) + p_amount > r.most
  );
end;
$$;

comment on function private.next_spend is
  'Returns the earliest time at which p_amount can be spent from the budgets p_what by p_keys ({who: key}; the site always counts); null if it can be spent now. A rule for a party that is not among the keys does not apply.';


-- budgets/note_confirmed.sql

create function private.note_confirmed(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  network constant text := private.give_back(p_id);
begin
  if network is not null then
    perform private.spend('{confirmed}', jsonb_build_object('far', network));
  end if;
end;
$$;

comment on function private.note_confirmed is
  'Notes that the address of an entry, a subscription or a proposal is confirmed: it no longer counts in the bytes of its network.';


-- budgets/note_stored.sql

create function private.note_stored(p_kind text, p_id uuid, p_keys jsonb, p_bytes bigint, p_may_go boolean default false) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.unconfirmed_rows as u (id, kind, network_key, bytes, may_go)
    values (p_id, p_kind, p_keys ->> 'far', p_bytes, p_may_go)
    -- Asked for again, from whichever network: the row counts once.
    on conflict (id) do nothing;
$$;

comment on function private.note_stored is
  'Notes from which network an unconfirmed row came, and whether it may make room for others.';


-- budgets/reserve_bytes.sql

create function private.reserve_bytes(p_keys jsonb, p_bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.spend('{bytes-reserve}', p_keys, p_bytes) is null then
    return true;
  end if;
  -- What is too much of one network makes no room at the cost of others.
  if private.left_of('bytes-reserve') >= p_bytes or exists (
    select from private.budget_rules r
    where r.what = 'bytes-reserve' and r.who = 'far' and r.most < p_bytes + (
      select coalesce(sum(s.amount), 0)
      from private.spending s
      where s.what = r.what and s.who = r.who and s.key = p_keys ->> 'far' and s.at > now() - r.period
    )
  ) then
    return false;
  end if;
  perform private.make_room(p_bytes);
  if private.left_of('bytes-reserve') < p_bytes then
    perform private.spend('{found-full}', '{}');
    return false;
  end if;
  return private.spend('{bytes-reserve}', p_keys, p_bytes) is null;
end;
$$;

comment on function private.reserve_bytes is
  'Counts what a visitor''s form is about to store. Where the bytes of the site are used up, what nobody has confirmed makes room (make_room). Returns false, and counts nothing, if the network has used up its own bytes or nothing can make room.';


-- budgets/spend.sql

create function private.spend(p_what text[], p_keys jsonb, p_amount bigint default 1) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  possible_at timestamptz;
begin
  -- Serializes calls that share a budget, except for the site-wide ones with several rows, where everyone would wait;
  -- locks are taken in a fixed order.
  perform pg_advisory_xact_lock(lock.number)
    from (
      select distinct hashtextextended(concat_ws(' ', 'budget', r.what, r.who, k.key), 0) as number
      from private.budget_rules r
      join jsonb_each_text(p_keys || '{"site": "site"}') k (who, key) on k.who = r.who and k.key is not null
      where r.what = any (p_what) and r.rows_of_a_part = 1
      order by 1
    ) lock;
  possible_at := private.next_spend(p_what, p_keys, p_amount);
  if possible_at is not null then
    return possible_at;
  end if;
  insert into private.spending as s (what, who, key, at, amount, number)
    select r.what, r.who, k.key, date_bin(r.period / 144, now(), 'epoch') + r.period / 144, p_amount, pg_backend_pid() % r.rows_of_a_part
    from private.budget_rules r
    join jsonb_each_text(p_keys || '{"site": "site"}') k (who, key) on k.who = r.who and k.key is not null
    where r.what = any (p_what)
    on conflict (what, who, key, at, number) do update set amount = s.amount + excluded.amount;
  return null;
end;
$$;

comment on function private.spend is
  'Counts p_amount against all budgets of p_what, or against none if one of them has too little left. For arguments and return value see next_spend.';


-- budgets/spent_of_site.sql

create function private.spent_of_site(p_what text) returns bigint
language sql
stable
return (
  select coalesce(sum(s.amount), 0)::bigint
  from private.spending s
  where s.what = p_what and s.who = 'site' and s.at > now() - interval '24 hours'
);

comment on function private.spent_of_site is
  'Returns how much the whole site has counted of something in 24 hours.';


-- campaigns/address_checked.sql

create function public.address_checked(p_event uuid, p_people uuid[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft integer;
begin
  perform private.require_admin();
  if not exists (select from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people)) then
    return false;
  end if;
  insert into public.campaigns as t (event_id, kind, audience) values (p_event, 'own-words', 'checked')
    on conflict (event_id, kind) where started_at is null do update set audience = excluded.audience
    returning t.id into draft;
  delete from private.campaign_people c where c.campaign_id = draft;
  insert into private.campaign_people (campaign_id, entry_id)
    select draft, w.id from public.waitlist_entries w where w.event_id = p_event and w.id = any (p_people);
  return true;
end;
$$;

-- for admins: writes whom the next email in their own words goes to
grant execute on function public.address_checked to authenticated;

comment on function public.address_checked is
  'Addresses the next email in an admin''s own words to these people of an event; words that were begun stay. Returns false if none of them is there.';


-- campaigns/draft_campaign.sql

create function public.draft_campaign(
  p_event uuid,
  p_kind text,
  p_words text default null,
  p_is_off boolean default false
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.campaigns as t (event_id, kind, words, is_off)
    select e.id, p_kind, p_words, p_is_off from public.events e where e.id = p_event
    on conflict (event_id, kind) where started_at is null do update set words = excluded.words, is_off = excluded.is_off;
  return found;
end;
$$;

-- for admins: writes the text that an admin adds to emails about an event
grant execute on function public.draft_campaign to authenticated;

comment on function public.draft_campaign is
  'Stores the text that an admin adds to the next campaign of a kind, and whether the reminder is switched off. Returns false when there is no such event.';


-- campaigns/draft_own_words.sql

create function public.draft_own_words(
  p_event uuid,
  p_audience text,
  p_subject text,
  p_words text
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.campaigns as t (event_id, kind, audience, subject, words)
    select e.id, 'own-words', p_audience, p_subject, p_words from public.events e where e.id = p_event
    on conflict (event_id, kind) where started_at is null
    do update set audience = excluded.audience, subject = excluded.subject, words = excluded.words;
  return found;
end;
$$;

-- for admins: writes the next email in their own words about an event
grant execute on function public.draft_own_words to authenticated;

comment on function public.draft_own_words is
  'Stores the next email in an admin''s own words to the people of an event. Returns false when there is no such event.';


-- campaigns/event_news.sql

create function public.event_news(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'kinds', (
      select jsonb_agg(
        jsonb_build_object(
          'kind', k.kind,
          'queued', (select count(*) from private.recipients_of_news(k.kind, p_event)),
          'words', d.words,
          'is_off', coalesce(d.is_off, false),
          'version', d.updated_at,
          'told', private.told_by_most(k.kind, p_event)
        )
        order by k.place
      )
      from unnest(array['cancelled', 'postponed', 'changed', 'tickets-open', 'recap', 'reminder'])
        with ordinality k (kind, place)
      left join public.campaigns d on d.event_id = p_event and d.kind = k.kind and d.started_at is null
      where private.is_news(k.kind, p_event)
    ),
    'campaigns', (
      select jsonb_agg(to_jsonb(t) || to_jsonb(c) || jsonb_build_object('by', u.email) order by t.id desc)
      from (
        select t.id, t.kind, t.subject, t.audience, t.starts_at, t.started_at, t.started_by, t.paused_at,
          t.send_at
        from public.campaigns t
        where t.event_id = p_event and t.started_at is not null
        order by t.id desc
        limit 20
      ) t
      left join auth.users u on u.id = t.started_by
      cross join lateral (
        select
          count(*) as people,
          count(*) filter (
            where m.state in ('due', 'claimed') or (m.state = 'unknown' and m.next_attempt_at is not null)
          ) as to_go,
          count(*) filter (where m.state = 'accepted') as accepted,
          count(*) filter (where m.state in ('refused', 'bounced', 'complained')) as failed,
          count(*) filter (where m.state = 'unknown' and m.next_attempt_at is null) as uncertain,
          count(*) filter (where m.state = 'left') as left_uncertain,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'not-true') as not_true,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'told-by-hand') as notified_by_hand,
          count(*) filter (where m.state = 'dropped' and m.last_error = 'spam') as spam
        from public.mails m
        where m.purpose = 'event-news' and m.occurrence = t.id
      ) c
    ),
    'troubles', (
      select jsonb_agg(to_jsonb(trouble) order by trouble.id)
      from (
        select m.id, t.kind, t.subject, w.id as entry, w.name, w.email, m.state, m.last_error
        from public.campaigns t
        join public.mails m on m.purpose = 'event-news' and m.occurrence = t.id
        join public.waitlist_entries w on w.id = m.person
        where t.event_id = p_event
          and (m.state in ('refused', 'bounced', 'complained') or (m.state = 'unknown' and m.next_attempt_at is null))
        order by m.id desc
        limit 100
      ) trouble
    )
  );
end;
$$;

-- for admins: reads who gets which emails about an event, with names
grant execute on function public.event_news to authenticated;

comment on function public.event_news is
  'For admins: returns the kinds of campaign that are currently true of an event, with the number of people who would get each and the draft; the 20 latest campaigns and their progress; the 100 latest emails that failed or are uncertain, with names. Each list is null if it is empty.';


-- campaigns/note_notified.sql

create function private.note_notified() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set told = new.told,
      notified_at = case when new.told = e.relied_on then now() else w.notified_at end,
      tickets_notified_at = case
        when t.kind = 'tickets-open' then coalesce(w.tickets_notified_at, now())
        else w.tickets_notified_at
      end
    from public.campaigns t
    join public.events e on e.id = t.event_id
    where t.id = new.occurrence and new.told is not null and w.id = new.person;
  return null;
end;
$$;

comment on function private.note_notified is
  'Trigger: notes what people know once their email about the event was accepted, or may have arrived and an admin has left it at that; also that they know of tickets, if the email was about them.';


-- campaigns/pause_campaign.sql

create function public.pause_campaign(p_event uuid, p_id integer, p_is_paused boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.campaigns t
    set paused_at = case when p_is_paused then now() end
    where t.id = p_id and t.event_id = p_event and t.started_at is not null and t.send_at is null
      and (t.paused_at is null) = p_is_paused;
  if not found then
    return false;
  end if;
  update public.mails m
    set next_attempt_at = case when not p_is_paused then now() end
    where m.purpose = 'event-news' and m.occurrence = p_id and m.state = 'due';
  return true;
end;
$$;

-- for admins: writes that emails about an event pause or resume
grant execute on function public.pause_campaign to authenticated;

comment on function public.pause_campaign is
  'Pauses a campaign by clearing when its emails are due, or resumes it. An email that is being sent is not affected. Returns false when there was nothing to change.';


-- campaigns/start_reminders.sql

create function public.start_reminders() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  morning constant timestamp with time zone := private.waking_time(now());
  event record;
  campaign integer;
  started integer := 0;
begin
  perform private.start_join_links();
  perform private.start_scheduled();
  if morning > now() then
    update public.mails m
      set next_attempt_at = morning
      from public.campaigns t
      where t.kind = 'reminder'
        and t.starts_at > now()
        and m.purpose = 'event-news'
        and m.occurrence = t.id
        and m.state = 'due'
        and m.next_attempt_at <= now();
    update public.mails m
      set next_attempt_at = morning
      where m.purpose in ('still-coming', 'request-undecided') and m.state = 'due' and m.next_attempt_at <= now();
    return 0;
  end if;
  perform private.ask_still_coming();
  perform private.tell_undecided();
  for event in
    select e.id, e.starts_at from public.events e
    where private.is_reminder_owed(e)
    for update skip locked
  loop
    insert into public.campaigns (event_id, kind) values (event.id, 'reminder')
      on conflict (event_id, kind) where started_at is null do nothing;
    update public.campaigns t
      set starts_at = event.starts_at, started_at = now()
      where t.event_id = event.id and t.kind = 'reminder' and t.started_at is null
      returning t.id into campaign;
    insert into public.mails (purpose, person, occurrence, goes_to_many)
      select 'event-news', person, campaign, true from private.recipients_of_news('reminder', event.id) person;
    started := started + 1;
  end loop;
  return started;
end;
$$;

grant execute on function public.start_reminders to service_role;

comment on function public.start_reminders is
  'Enqueues a reminder to everyone on the waitlist of each event that begins within 24 hours, once per start time, between 7:00 and 22:00 in Honolulu; emails that become due at night wait for the morning. The same applies to the question whether people are still coming, and to what tell_undecided sends. Also enqueues, at any hour, the links of online events that begin within an hour to people with a spot, and emails in admins'' own words that are scheduled. Returns the number of events.';


-- campaigns/take_back_own_words.sql

create function public.take_back_own_words(p_event uuid, p_id integer) returns public.take_back_own_words_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.campaigns t
    set send_at = null, started_at = null, started_by = null
    where t.id = p_id and t.event_id = p_event and t.send_at is not null;
  return case when found then 'taken-back' else 'sent' end;
exception
  when unique_violation then
    return 'has-draft';
end;
$$;

-- for admins: writes that a scheduled email is a draft again
grant execute on function public.take_back_own_words to authenticated;

comment on function public.take_back_own_words is
  'Makes a scheduled email in an admin''s own words a draft again: taken-back, sent (too late), or has-draft (another is being written, so nothing was changed).';


-- campaigns/test_campaign.sql

create function public.test_campaign(p_event uuid, p_kind text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft integer;
begin
  perform private.require_admin();
  if not private.is_news(p_kind, p_event) then
    return false;
  end if;
  if p_kind <> 'own-words' then
    insert into public.campaigns (event_id, kind) values (p_event, p_kind)
      on conflict (event_id, kind) where started_at is null do nothing;
  end if;
  select t.id into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = p_kind and t.started_at is null
      and (p_kind <> 'own-words' or num_nulls(t.subject, t.words) = 0);
  if draft is null then
    return false;
  end if;
  delete from public.mails m
    where m.purpose = 'event-news-test' and m.person = auth.uid() and m.occurrence = draft
      and m.next_attempt_at is null;
  insert into public.mails (purpose, person, occurrence) values ('event-news-test', auth.uid(), draft)
    on conflict do nothing;
  return true;
end;
$$;

-- for admins: writes an email about an event to the caller, one at a time
grant execute on function public.test_campaign to authenticated;

comment on function public.test_campaign is
  'Enqueues the draft of a campaign to the calling admin only; one at a time. Returns false when the kind of campaign is not true of the event.';


-- channel-posts/channel_posts_retention.sql

create function private.channel_posts_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values ('channelPost', interval '365 days', 'public.channel_posts', 't.settled_at <= now() - $1', null);
$$;

comment on function private.channel_posts_retention is
  'Returns how long channel_posts are kept.';


-- channel-posts/claim_channel_posts.sql

create function public.claim_channel_posts(
  p_limit integer,
  p_lease_seconds integer,
  p_channels text[]
) returns table (id uuid, channel text, text text, attempts integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- A channel cannot tell a repeated post from a first one, so these are not sent again automatically.
  update public.channel_posts a
    set state = 'uncertain', claimed_until = null, settled_at = now(), last_error = 'no answer'
    where a.state = 'sending' and a.claimed_until <= now();

  return query
    with due as (
      select a.id from public.channel_posts a
      where a.state = 'due' and a.next_attempt_at <= now() and a.channel = any (p_channels)
      order by a.next_attempt_at, a.id
      limit p_limit
      for update skip locked
    )
    update public.channel_posts a
      set state = 'sending', attempts = a.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where a.id = due.id
      returning a.id, a.channel, a.text, a.attempts;
end;
$$;

grant execute on function public.claim_channel_posts to service_role;

comment on function public.claim_channel_posts is
  'Claims up to p_limit due channel_posts of these channels for p_lease_seconds and counts the attempt. No other caller gets the same post; posts whose lease has expired become uncertain.';


-- channel-posts/decide_channel_post.sql

create function public.decide_channel_post(p_id uuid, p_decision text, p_attempt integer) returns public.decide_channel_post_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  case p_decision
    when 'again' then
      -- The three days of retries begin again.
      update public.channel_posts a
        set state = 'due', settled_at = null, next_attempt_at = now(), created_at = now(), last_error = null
        where a.id = p_id and a.attempts = p_attempt and a.state in ('uncertain', 'failed');
    when 'arrived' then
      update public.channel_posts a
        set state = 'sent', settled_at = now(), last_error = null
        where a.id = p_id and a.attempts = p_attempt and a.state = 'uncertain';
    when 'withdraw' then
      delete from public.channel_posts a where a.id = p_id and a.attempts = p_attempt and a.state in ('due', 'failed', 'uncertain');
    else
      raise exception 'the decision is again, arrived or withdraw' using errcode = 'invalid_parameter_value';
  end case;
  return case when found then 'done' else 'changed' end::public.decide_channel_post_outcome;
end;
$$;

-- for admins: writes the outcome of a post
grant execute on function public.decide_channel_post to authenticated;

comment on function public.decide_channel_post is
  'Records an admin''s decision about a post: again (an uncertain or failed one becomes due), arrived (an uncertain one counts as sent), withdraw (one that is not being sent is deleted). p_attempt is the number of attempts that the admin saw. Returns done, or changed if the post is no longer in that state.';


-- channel-posts/queue_channel_post.sql

create function public.queue_channel_post(
  p_id uuid,
  p_channel text,
  p_text text,
  p_event uuid default null,
  p_article uuid default null,
  p_issue uuid default null
) returns public.queue_channel_post_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (
    select from public.events e where e.id = p_event and e.is_listed
    union all
    select from public.articles a where a.id = p_article and private.state_of_article(a.published_at, a.trashed_at) = 'published'
    union all
    select from public.newsletter_issues i where i.id = p_issue and i.sent_at is not null
  ) then
    return 'not-public';
  end if;
  insert into public.channel_posts (id, channel, text, event_id, article_id, issue_id)
    values (p_id, p_channel, p_text, p_event, p_article, p_issue)
    on conflict (id) do nothing;
  return case when found then 'queued' else 'already-queued' end::public.queue_channel_post_outcome;
end;
$$;

-- for admins: writes what is posted to channels
grant execute on function public.queue_channel_post to authenticated;

comment on function public.queue_channel_post is
  'Queues a post about an event, an article or an issue for a channel. Returns queued, already-queued if a form with this id was submitted before, or not-public if visitors cannot read what the post is about.';


-- channel-posts/settle_channel_post.sql

create function public.settle_channel_post(
  p_id uuid,
  p_attempt integer,
  p_outcome text,
  p_error text,
  p_wait_seconds integer default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  again timestamptz;
begin
  if p_outcome is null or p_outcome not in ('sent', 'later', 'failed', 'uncertain') then
    raise exception 'the outcome is sent, later, failed or uncertain' using errcode = 'invalid_parameter_value';
  end if;
  select private.next_attempt(a.attempts, a.created_at, p_wait_seconds) into again
    from public.channel_posts a
    where p_outcome = 'later' and a.id = p_id;
  update public.channel_posts a
    set state = case when p_outcome <> 'later' then p_outcome when again is null then 'failed' else 'due' end,
      next_attempt_at = coalesce(again, a.next_attempt_at),
      claimed_until = null,
      settled_at = case when again is null then now() end,
      last_error = case when p_outcome <> 'sent' then left(p_error, 500) end
    where a.id = p_id and a.attempts = p_attempt and a.state = 'sending';
  return found;
end;
$$;

grant execute on function public.settle_channel_post to service_role;

comment on function public.settle_channel_post is
  'Records the result of an attempt: sent, later (certainly not delivered: due again after 1, 2, 4 minutes and so on up to 6 hours, failed after 3 days), failed, or uncertain. Returns false, and changes nothing, when the attempt is not the one in progress.';


-- contact/contact_that_may_go.sql

create function private.contact_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('message', 'public.contact_messages', 't.suspected_spam');
$$;

comment on function private.contact_that_may_go is
  'Implements rows_that_may_go.';


-- contact/erase_messages.sql

create function private.erase_messages(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from public.contact_messages m where lower(m.email) = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('contact_messages', removed);
  return erased;
end;
$$;

comment on function private.erase_messages is
  'Erases messages of the owner of an address, with the answers to them.';


-- contact/send_message.sql

create function public.send_message(
  p_name text,
  p_email text,
  p_message text,
  p_suspected_spam boolean,
  p_notify boolean default false,
  p_address_key text default null,
  p_mail_notice boolean default false,
  p_sender jsonb default null
) returns table (outcome public.send_message_outcome, number integer)
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent uuid;
  number_of_it integer;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  -- The text is stored twice (also folded for the search), and the insert is logged.
  bytes constant bigint := 500 + 2 * octet_length(p_name || p_email || p_message);
  is_suspected boolean := p_suspected_spam;
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || lower(p_email) || ' ' || p_message, 0));
  select m.number into number_of_it from public.contact_messages m
    where lower(m.email) = lower(p_email)
      and m.message = p_message
      and m.suspected_spam = p_suspected_spam
      and m.created_at > now() - interval '24 hours'
    order by m.number
    limit 1;
  if found then
    return query values ('already-sent'::public.send_message_outcome, number_of_it);
    return;
  end if;

  if not private.reserve_bytes(keys, bytes) then
    return query values ('full'::public.send_message_outcome, null::integer);
    return;
  end if;
  is_suspected := p_suspected_spam or private.is_too_much(keys, bytes);
  if p_mail_notice then
    -- The next notice covers all messages from its first one on, so they must be numbered in the order in which they
    -- become visible.
    perform pg_advisory_xact_lock(hashtextextended('message-notice', 0));
  end if;
  insert into public.contact_messages (name, email, message, suspected_spam)
    values (p_name, p_email, p_message, is_suspected)
    returning contact_messages.id, contact_messages.number into sent, number_of_it;
  perform private.note_stored('message', sent, keys, bytes, is_suspected);

  if p_notify and not is_suspected then
    -- A notice that had been given up starts over.
    insert into public.outbox as o (kind) values ('notice')
      on conflict (kind) where kind = 'notice' and delivered_at is null do update
      set is_stale = o.is_stale or o.attempts > 0,
        attempts = case when o.failed_at is null then o.attempts else 0 end,
        created_at = case when o.failed_at is null then o.created_at else now() end,
        next_attempt_at = case when o.failed_at is null then o.next_attempt_at else now() end,
        failed_at = null;
  end if;
  if p_address_key is not null and not is_suspected then
    perform private.enqueue_mail('message-receipt', sent, p_address_key, '{receipt}', keys, 'strangers');
  end if;
  if p_mail_notice and not is_suspected then
    insert into public.mails (purpose, person, occurrence, next_attempt_at)
      select 'message-notice', nobody.id, number_of_it, greatest(now(), max(coalesce(m.frozen_at, m.created_at)) + interval '10 minutes')
      from (select '00000000-0000-0000-0000-000000000000'::uuid as id) nobody
      left join public.mails m on m.purpose = 'message-notice' and m.person = nobody.id
      group by nobody.id
      -- A notice that has not been composed yet will include this message.
      having not coalesce(bool_or(m.state = 'due' and m.next_attempt_at is not null), false);
  end if;
  return query values ('sent'::public.send_message_outcome, number_of_it);
end;
$$;

grant execute on function public.send_message to service_role;

comment on function public.send_message is
  'Stores a message and, unless it is suspected spam, enqueues: with p_notify, a notice to the organization, at most one undelivered at a time; with p_address_key, the keyed digest of the address, a receipt by email, within its budgets; with p_mail_notice, an email to the organization, at most one in 10 minutes. p_sender is what budget_keys takes. A message over the budget of bytes is kept as suspected spam. Returns sent, already-sent for the same text from the same address within 24 hours, each with the number of the message, or full (nothing is stored: reserve_bytes).';


-- credentials/credential_state.sql

create function public.credential_state(p_id uuid) returns public.credential_state
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select (case when c.taken_back_at is not null then 'taken-back' when c.is_sample then 'sample' else 'issued' end)::public.credential_state
    from public.credentials c
    where c.id = p_id
  ),
  'unknown'
);

grant execute on function public.credential_state to service_role;

comment on function public.credential_state is
  'Returns whether a credential was issued, for a sample event or another one, and whether it has been revoked since.';


-- credentials/end_undone_credential.sql

create function private.end_undone_credential() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.credentials c
    set taken_back_at = now(), reservation_id = null
    where c.reservation_id = new.id and c.taken_back_at is null;
  return null;
end;
$$;

comment on function private.end_undone_credential is
  'Trigger: revokes the credential of a check-in that is undone. A person who is checked in again can get a new one.';


-- credentials/issue_credential.sql

create function public.issue_credential(p_token_digest text, p_person integer default 1) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.credentials (reservation_id, person, is_sample)
    select r.id, p_person, private.is_sample_event(r.event_id)
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest
      and r.checked_in_at is not null
      and p_person between 1 and r.arrived
      and not exists (select from public.credentials c where c.reservation_id = r.id and c.taken_back_at is not null)
    on conflict (reservation_id, person) do nothing;
  return public.own_credential(p_token_digest, p_person);
end;
$$;

grant execute on function public.issue_credential to service_role;

comment on function public.issue_credential is
  'Issues the credential of one of the people who were let in with the reservation behind a link, if there is none and none was taken back. Returns the same as own_credential.';


-- credentials/take_back_credential.sql

create function public.take_back_credential(p_reservation uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.credentials c set taken_back_at = now() where c.reservation_id = p_reservation and c.taken_back_at is null;
  return found;
end;
$$;

-- for admins: writes that a credential is no longer valid
grant execute on function public.take_back_credential to authenticated;

comment on function public.take_back_credential is
  'Revokes the credentials of a reservation for good. Returns whether there was a valid one.';


-- credentials/take_back_credential_by_id.sql

create function public.take_back_credential_by_id(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.credentials c set taken_back_at = now() where c.id = p_id and c.taken_back_at is null;
  return found;
end;
$$;

-- for admins: writes that a credential is no longer valid
grant execute on function public.take_back_credential_by_id to authenticated;

comment on function public.take_back_credential_by_id is
  'Revokes a credential for good by the number that /verify shows, whether or not its reservation still exists. Returns whether it was valid.';


-- credentials/taken_back_credentials.sql

create function public.taken_back_credentials(p_list integer) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('places', case
  when p_list between 1 and 1 + (select coalesce(max(c.number), 0) / 131072 from public.credentials c) then (
    select coalesce(jsonb_agg(c.number % 131072 order by c.number), '[]')
    from public.credentials c
    where c.taken_back_at is not null and c.number / 131072 = p_list - 1
  )
end);

grant execute on function public.taken_back_credentials to anon;

comment on function public.taken_back_credentials is
  'Returns {places}: the indexes, from 0, of the revoked credentials in a list of 131,072; p_list is 1 for the first list. Null for a list that no number has reached.';


-- dashboard/dashboard.sql

create function public.dashboard() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  sees_all constant boolean := public.is_owner();
begin
  perform private.require_admin();
  return jsonb_build_object(
    'counts', jsonb_build_object(
      'tabs', (select count(*) from public.education_tabs),
      'resources', (select count(*) from public.education_resources where deleted_at is null),
      'events', (select count(*) from public.events),
      'waitlist', (select count(*) from public.waitlist_entries where not suspected_spam),
      'subscribers', (select count(*) from public.newsletter_subscribers where not suspected_spam and left_at is null),
      'confirmed_subscribers', (
        select count(*) from public.newsletter_subscribers where not suspected_spam and left_at is null and confirmed_at is not null
      ),
      'messages', (select count(*) from public.contact_messages where not suspected_spam and status <> 'spam'),
      'likes', (select coalesce(sum(likes), 0) from private.resource_like_counts),
      'owners', (select count(*) from public.admin_users where role = 'owner'),
      'admins', (select count(*) from public.admin_users)
    ),
    'attention', (
      select jsonb_build_object(
        'failing_notices', count(*) filter (where kind = 'notice'),
        'failing_subscriptions', count(*) filter (where kind = 'newsletter')
      )
      from public.outbox
      where delivered_at is null and (failed_at is not null or attempts >= 3)
    ) || jsonb_build_object(
      'new_messages', (select count(*) from public.contact_messages where not suspected_spam and status = 'new'),
      'spam_entries', (select count(*) from public.waitlist_entries where suspected_spam),
      'spam_subscribers', (select count(*) from public.newsletter_subscribers where suspected_spam),
      'unsettled_posts', (select count(*) from public.channel_posts where state in ('failed', 'uncertain')),
      'new_suggestions', (select count(*) from public.suggestions where not suspected_spam and status = 'new'),
      'spam_suggestions', (select count(*) from public.suggestions where suspected_spam),
      'spam_messages', (select count(*) from public.contact_messages where suspected_spam),
      'draft_resources', (select count(*) from public.education_resources where deleted_at is null and not is_published),
      'gone_links', (
        select count(*) from public.education_resources r where r.deleted_at is null and (private.checked_link(r)).state = 'gone'
      ),
      'moved_links', (
        select count(*) from public.education_resources r where r.deleted_at is null and (private.checked_link(r)).state = 'moved'
      ),
      'draft_events', (select count(*) from public.events where not is_published),
      'uncertain_mails', (select count(*) from public.mails m where m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null and (sees_all or private.is_editors_mail(m.purpose))),
      'stopped_keys', case when sees_all then (select count(*) from private.mail_suppressions s where s.stream = 'keys') else 0 end,
      'refused_mails', (
        select count(*) from public.mails m
        where m.state = 'refused' and m.last_error is distinct from 'suppressed' and m.settled_at > now() - interval '7 days'
          and (sees_all or private.is_editors_mail(m.purpose))
      )
    ),
    'failing', (
      select coalesce(jsonb_agg(to_jsonb(troubled) order by troubled.title, troubled.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from public.outbox o
        join public.waitlist_entries w on w.id = o.waitlist_entry_id
        join public.events e on e.id = w.event_id
        where o.delivered_at is null and (o.failed_at is not null or o.attempts >= 3)
        group by e.id
      ) troubled
    ),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(troubled) order by troubled.title, troubled.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from private.failed_offers() t
        join public.events e on e.id = t.event_id
        group by e.id
      ) troubled
    ),
    'corrections', (
      select coalesce(jsonb_agg(to_jsonb(waiting) order by waiting.title, waiting.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from private.speaker_contacts c
        join public.speakers s on s.id = c.speaker_id
        join public.events e on e.id = s.event_id
        where c.correction is not null
        group by e.id
      ) waiting
    ),
    'unnotified', (
      select coalesce(jsonb_agg(to_jsonb(owed) order by owed.title, owed.id), '[]')
      from (
        select e.id, e.title, news.kind, queued.count
        from public.events e
        cross join lateral (select case e.status when 'scheduled' then 'changed' else e.status end as kind) news
        cross join lateral (select count(*) as count from private.recipients_of_news(news.kind, e.id)) queued
        where private.is_news(news.kind, e.id) and queued.count > 0
      ) owed
    ),
    'written', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by sent.last_at desc), '[]')
      from (
        select e.id, e.title, c.subject, max(c.started_at) as last_at
        from public.campaigns c
        join public.events e on e.id = c.event_id
        join public.admin_users a on a.id = c.started_by and a.role = 'editor'
        where sees_all
          and c.kind = 'own-words'
          and c.send_at is null
          and c.started_at > now() - interval '7 days'
        group by e.id, c.subject
        order by last_at desc
        limit 10
      ) sent
    ),
    'next', (
      select coalesce(jsonb_agg(to_jsonb(shown) order by shown.starts_at nulls last, shown.title), '[]')
      from (
        select e.id, e.title, e.is_published, e.starts_at, e.ends_at, e.date_precision, e.over_at, e.time_note, e.status,
          e.takes_reservations, e.meets,
          (
            select coalesce(sum(private.spots_of(e, p.attends)), 0)
            from public.event_spots p
            where p.event_id = e.id and e.meets in (p.attends, 'both')
          ) as spots,
          (select coalesce(sum(p.taken), 0) from public.event_spots p where p.event_id = e.id) as taken,
          (select coalesce(sum(p.waiting), 0) from public.event_spots p where p.event_id = e.id) as waiting,
          people.count as people,
          people.asked,
          people.unnotified
        from public.events e
        cross join lateral (
          select count(*) as count, count(*) filter (where w.is_unnotified and e.is_published) as unnotified,
            count(*) filter (where w.state = 'asked' and w.confirmed_at is not null) as asked
          from public.event_people(e.id) w
          where not w.suspected_spam
        ) people
        where e.id = any (array(
          select ahead.id
          from public.events ahead
          where ahead.status <> 'cancelled' and (ahead.over_at > now() or ahead.starts_at is null)
          order by ahead.starts_at nulls last, ahead.title
          limit 5
        ))
      ) shown
    ),
    'week', jsonb_build_object(
      'people', (
        select count(*) from public.waitlist_entries w
        where not w.suspected_spam and w.created_at > now() - interval '7 days'
      ),
      'subscribers', (
        select count(*) from public.newsletter_subscribers s
        where not s.suspected_spam and s.left_at is null and s.created_at > now() - interval '7 days'
      ),
      'messages', (
        select count(*) from public.contact_messages m
        where not m.suspected_spam and m.created_at > now() - interval '7 days'
      ),
      'suggestions', (
        select count(*) from public.suggestions s
        where not s.suspected_spam and s.created_at > now() - interval '7 days'
      ),
      'likes', (select count(*) from public.resource_likes l where l.created_at > now() - interval '7 days')
    ),
    'issue', (
      select jsonb_build_object('id', i.id, 'subject', i.subject, 'progress', public.issue_progress(i.number))
      from public.newsletter_issues i
      where i.sent_at > now() - interval '7 days'
      order by i.sent_at desc
      limit 1
    ),
    'own', jsonb_build_object(
      'events', exists (
        select from public.audit_log g
        where g.table_name = 'events'
          and g.actor is not null
          and (g.verb = 'insert'
            or g.verb = 'update' and g.changes - private.settings_of_event() <> '{}')
      ),
      'test_email', coalesce(
        (select m.state in ('accepted', 'complained') from public.mails m where m.purpose = 'test-email' order by m.id desc limit 1),
        exists (
          select from public.audit_log g where g.table_name = 'mails' and g.verb = 'insert' and g.changes ->> 'purpose' = 'test-email'
        )
      ),
      'resources', exists (
        select from public.audit_log g
        where g.table_name = 'education_resources'
          and g.actor is not null
          and (g.verb = 'insert' or g.verb = 'update' and g.changes - array['is_published', 'deleted_at', 'tab_key', 'display_order'] <> '{}')
      )
    )
  );
end;
$$;

-- for admins: reads counts, and what needs an admin
grant execute on function public.dashboard to authenticated;

comment on function public.dashboard is
  'Returns how much of everything there is, what needs an admin, and which first steps of a new site are done.';


-- doctor/doctor.sql

create function public.doctor() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  roles constant text[] := array['anon', 'authenticated', 'service_role'];
  applied jsonb;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    begin
      execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into applied;
    exception when insufficient_privilege then
      applied := null;
    end;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', applied,
    'open_tables', (
      select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
    ),
    'tables', (
      select coalesce(jsonb_agg(g.line order by g.line), '[]')
      from (
        select format(
          '%s %s %s %s', c.relname, r.role, v.verb,
          case
            when has_table_privilege(r.role, c.oid, v.verb) then '*'
            else string_agg(a.attname, ',' order by a.attname)
          end
        ) as line
        from pg_catalog.pg_class c
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        cross join unnest(roles) as r (role)
        cross join unnest(array['select', 'insert', 'update']) as v (verb)
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_column_privilege(r.role, c.oid, a.attnum, v.verb)
        group by c.oid, c.relname, r.role, v.verb
        union all
        select format('%s %s %s *', c.relname, r.role, v.verb)
        from pg_catalog.pg_class c
        cross join unnest(roles) as r (role)
        cross join unnest(array['delete', 'truncate', 'references', 'trigger']) as v (verb)
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and has_table_privilege(r.role, c.oid, v.verb)
        union all
        select format('schema private %s %s', r.role, v.verb)
        from unnest(roles) as r (role)
        cross join unnest(array['usage', 'create']) as v (verb)
        where has_schema_privilege(r.role, 'private', v.verb)
      ) g
    ),
    'functions', (
      select coalesce(jsonb_agg(f.line order by f.line), '[]')
      from (
        select p.proname || '(' || coalesce((
          select string_agg(replace(format_type(t.type, null), 'public.', ''), ', ' order by t.place)
          from unnest(p.proargtypes) with ordinality as t (type, place)
        ), '') || ') ' || r.role as line
        from pg_catalog.pg_proc p
        cross join unnest(roles || array['public']) as r (role)
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege(r.role, p.oid, 'execute')
      ) f
    ),
    'bucket', (
      select jsonb_build_object('public', to_jsonb(b) -> 'public', 'types', to_jsonb(b) -> 'allowed_mime_types')
      from storage.buckets b
      where b.id = 'event-images'
    ),
    'storage_policies', (
      select coalesce(jsonb_agg(o.policyname order by o.policyname), '[]')
      from pg_catalog.pg_policies o
      where o.schemaname = 'storage' and o.tablename = 'objects'
    ),
    'heartbeats', (
      select coalesce(jsonb_object_agg(h.job, to_jsonb(h) - 'job'), '{}') from public.heartbeats h
    ),
    'restore_drill', (select max(d.drilled_at) from public.restore_drills d),
    'factor_required', (select x.factor_required_at is not null from private.access_settings x),
    'outbox', (
      select coalesce(jsonb_object_agg(o.kind, to_jsonb(o) - 'kind'), '{}')
      from (
        select
          w.kind,
          count(*) as waiting,
          min(w.created_at) as oldest,
          count(*) filter (where w.failed_at is not null) as failed,
          (array_agg(w.last_error order by w.id desc) filter (where w.last_error is not null))[1] as error
        from public.outbox w
        where w.delivered_at is null
        group by w.kind
      ) o
    ),
    -- Each part reads an index of its own: there may be 200,000 emails, and few that need anything.
    'mails', (
      select jsonb_build_object(
        'due', count(*) filter (where m.next_attempt_at <= now() and not in_turn.waits),
        'oldest', min(m.next_attempt_at) filter (where m.next_attempt_at <= now() and not in_turn.waits),
        'in_turn', count(*) filter (where m.next_attempt_at <= now() and in_turn.waits),
        -- I.e. after retries at 1, 2, 4, 8 and 16 minutes.
        'retried', count(*) filter (where m.attempts >= 6),
        'error', (array_agg(m.last_error order by m.id desc) filter (where m.last_error is not null))[1]
      )
      from public.mails m
      -- What strangers cause waits for its turn as long as others of it are being sent.
      cross join (
        select exists (
          select from private.spending s where s.what = 'strangers-sent' and s.at > now() - interval '1 hour'
        ) as moves
      ) queue
      cross join lateral (
        select queue.moves and m.queue is not distinct from 'strangers' and m.attempts = 0 as waits
      ) in_turn
      where m.next_attempt_at is not null
    ) || (
      select jsonb_build_object('uncertain', count(*), 'of_a_day', private.mails_of_a_day())
      from public.mails m
      where m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null
        and m.created_at > now() - interval '30 days'
    ) || (
      select jsonb_build_object(
        'sent', count(*),
        'bounced', count(*) filter (where m.state = 'bounced'),
        'complained', count(*) filter (where m.state = 'complained')
      )
      from (
        select m.state
        from public.mails m
        where m.created_at > now() - interval '30 days' and m.state in ('accepted', 'bounced', 'complained')
        order by m.created_at desc
        limit 20000
      ) m
    ),
    'unknown_mail_events', (
      select coalesce(jsonb_agg(v.provider_id order by v.provider_id), '[]') from private.mail_events v where v.kind = 'unknown'
    ),
    'forms', jsonb_build_object(
      'stored', private.spent_of_site('bytes-reserve'),
      'made_room', private.spent_of_site('made-room'),
      'full', private.spent_of_site('found-full')
    ),
    'bytes', pg_database_size(current_database()),
    'rows', (
      select coalesce(sum(greatest(c.reltuples, 0))::bigint, 0)
      from pg_catalog.pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
    ),
    'checks', (
      select coalesce(jsonb_object_agg(c.name, jsonb_build_object('state', c.state, 'since', c.since)), '{}')
      from public.doctor_checks c
    )
  );
end;
$$;

grant execute on function public.doctor to service_role;

comment on function public.doctor is
  'Returns everything about the database that the doctor checks, in one response. Contains nothing that a visitor has sent.';


-- doctor/note_checks.sql

create function public.note_checks(p_states jsonb, p_notified boolean default false) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.doctor_checks c where not p_states ? c.name;
  insert into public.doctor_checks as c (name, state)
  select s.key, s.value from jsonb_each_text(p_states) s
  on conflict (name) do update set state = excluded.state, since = now() where c.state <> excluded.state;
  if p_notified then
    update public.doctor_checks c set told = c.state where c.state in ('ok', 'wrong') and c.told <> c.state;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'state', c.state, 'since', c.since) order by c.name), '[]')
    from public.doctor_checks c
    where c.state in ('ok', 'wrong') and c.told <> c.state
  );
end;
$$;

grant execute on function public.note_checks to service_role;

comment on function public.note_checks is
  'Stores the state of every check ({name: state}) and since when, and drops checks that are not among them; with p_notified, also records that the organization has been notified. Returns the checks of which it has not been notified yet.';


-- doctor/note_heartbeat.sql

create function public.note_heartbeat(p_job text, p_milliseconds integer, p_succeeded boolean) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.heartbeats as h (job, milliseconds, succeeded_at)
  values (p_job, p_milliseconds, case when p_succeeded then now() end)
  on conflict (job) do update
  set ran_at = now(), milliseconds = excluded.milliseconds, succeeded_at = coalesce(excluded.succeeded_at, h.succeeded_at);
$$;

grant execute on function public.note_heartbeat to service_role;

comment on function public.note_heartbeat is
  'Records that a cron job (minute or nightly) has run to its end, how long it took, and whether it succeeded.';


-- doctor/note_restore_drill.sql

create function public.note_restore_drill(p_row_count bigint) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.restore_drills (row_count) values (p_row_count)
  on conflict (drilled_at) do update set row_count = excluded.row_count;
$$;

grant execute on function public.note_restore_drill to service_role;

comment on function public.note_restore_drill is
  'Records that a backup with this number of rows was restored elsewhere just now, and worked.';


-- education/admin_resource.sql

create function public.admin_resource(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select to_jsonb(r) || jsonb_build_object(
      'likes_count', (select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id),
      'twin', public.resource_at(r.url, r.id),
      'link', to_jsonb(private.checked_link(r))
    )
    from public.education_resources r
    where r.id = p_id
  );
end;
$$;

-- for admins: reads a resource
grant execute on function public.admin_resource to authenticated;

comment on function public.admin_resource is
  'Returns a resource for admins, deleted or not, with its likes_count, twin (another resource that leads to the same page) and link (the result of the last link check). Null if there is none.';


-- education/admin_resources.sql

create function public.admin_resources(
  p_tab text default '',
  p_search text default '',
  p_state text default '',
  p_sort text default 'order',
  p_page integer default 1
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  page_size constant integer := 50;
  words constant text[] := array_remove(regexp_split_to_array(public.fold(left(coalesce(p_search, ''), 200)), '\s+'), '');
  total integer;
  pages integer;
  page integer;
begin
  perform private.require_admin();

  select count(*) into total
    from public.education_resources r
    where private.lists_resource(r, p_tab, p_state, words);

  pages := greatest(1, (total + page_size - 1) / page_size);
  page := least(greatest(coalesce(p_page, 1), 1), pages);

  return jsonb_build_object(
    'total', total,
    'page', page,
    'pages', pages,
    'rows', (
      select coalesce(
        jsonb_agg(
          to_jsonb(r) || jsonb_build_object(
            'likes_count', (select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id),
            'link', to_jsonb(private.checked_link(r))
          )
          order by shown.place
        ),
        '[]'
      )
      from (
        select r.id, row_number() over (
          order by
            case when p_sort = 'likes' then (
              select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id
            ) end desc,
            case when p_sort = 'newest' then r.created_at end desc,
            case when p_sort = 'title' then r.search_text end collate "C",
            t.display_order, t.label, t.id, r.display_order, r.title, r.id
        ) as place
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        where private.lists_resource(r, p_tab, p_state, words)
        order by place
        limit page_size offset (page - 1) * page_size
      ) shown
      join public.education_resources r on r.id = shown.id
    )
  );
end;
$$;

-- for admins: reads the list of resources
grant execute on function public.admin_resources to authenticated;

comment on function public.admin_resources is
  'Returns a page of 50 resources for admins, with their likes, of one tab or all (empty). p_state: published, draft, deleted, with a link that is moved, gone or unknown, or everything not deleted (empty). p_sort: order, title, likes or newest. A search requires every word in title and description.';


-- education/check_link_again.sql

create function public.check_link_again(p_resource_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.link_checks c set due_at = now() where c.resource_id = p_resource_id and c.checked_at is not null;
  return found;
end;
$$;

-- for admins: writes that a link is to be checked
grant execute on function public.check_link_again to authenticated;

comment on function public.check_link_again is
  'Schedules the link of a resource to be checked in the next run. Returns false if it has never been checked, in which case it is due anyway.';


-- education/claim_links.sql

create function public.claim_links(p_limit integer, p_lease_seconds integer) returns table (resource_id uuid, url text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 then
    raise exception 'claim 1 to 100 links for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  return query
    insert into private.link_checks as c (resource_id, url, due_at)
    select r.id, r.url, now() + p_lease_seconds * interval '1 second'
    from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key and t.is_active
    left join private.link_checks k on k.resource_id = r.id and k.url = r.url
    where r.is_published and r.deleted_at is null and (k.due_at is null or k.due_at <= now())
    order by k.due_at nulls first, r.id
    limit p_limit
    on conflict (resource_id) do update
    set url = excluded.url,
      due_at = excluded.due_at,
      state = case when c.url = excluded.url then c.state else 'unknown' end,
      moved_to = case when c.url = excluded.url then c.moved_to end,
      misses = case when c.url = excluded.url then c.misses else 0 end,
      checked_at = case when c.url = excluded.url then c.checked_at end
    where c.url <> excluded.url or c.due_at <= now()
    returning c.resource_id, c.url;
end;
$$;

grant execute on function public.claim_links to service_role;

comment on function public.claim_links is
  'Claims up to p_limit links that visitors see and that are due for a check, those never checked first. No other caller gets the same link for p_lease_seconds.';


-- education/count_resources.sql

create function private.count_resources() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    -- Locked in a fixed order, to avoid deadlocks.
    perform from private.education_tab_counts c
      where c.tab_key in (select o.tab_key from old_rows o union select n.tab_key from new_rows n)
      order by c.tab_key
      for update;
  end if;
  if tg_op <> 'INSERT' then
    update private.education_tab_counts c
      set resources = c.resources - gone.resources
      from (
        select o.tab_key, count(*) as resources from old_rows o
        where o.is_published and o.deleted_at is null
        group by o.tab_key
      ) gone
      where c.tab_key = gone.tab_key;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.education_tab_counts as counted (tab_key, resources)
      select n.tab_key, count(*) from new_rows n
      where n.is_published and n.deleted_at is null
      group by n.tab_key
      order by n.tab_key
      on conflict (tab_key) do update set resources = counted.resources + excluded.resources;
  end if;
  return null;
end;
$$;

comment on function private.count_resources is
  'Trigger: keeps education_tab_counts up to date.';


-- education/education_page.sql

create function public.education_page(
  p_tab text default 'resources',
  p_search text default '',
  p_page integer default 1,
  p_visitor_key text default null,
  p_ip_key text default null,
  p_sort text default 'order',
  p_tag text default ''
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  page_size constant integer := 24;
  reader constant uuid := auth.uid();
  is_search constant boolean := btrim(coalesce(p_search, '')) <> '';
  tag constant text := btrim(public.fold(left(coalesce(p_tag, ''), 100)));
  tabs jsonb;
  shown_tab text;
  patterns text[];
  total integer;
  page integer;
  shown uuid[];
  liked uuid[] := '{}';
begin
  select
    coalesce(
      jsonb_agg(jsonb_build_object('tab_key', t.tab_key, 'label', t.label) order by t.display_order, t.label, t.id),
      '[]'
    ),
    (array_agg(t.tab_key order by t.tab_key = coalesce(p_tab, '') desc, t.tab_key = 'resources' desc, t.display_order, t.label, t.id))[1]
    into tabs, shown_tab
    from public.education_tabs t
    where t.is_active;

  if not is_search and tag = '' and coalesce(p_sort, '') not in ('newest', 'liked') then
    total := coalesce((select c.resources from private.education_tab_counts c where c.tab_key = shown_tab), 0);
    page := least(greatest(coalesce(p_page, 1), 1), greatest(1, (total + page_size - 1) / page_size));
    shown := array(
      select r.id
      from public.education_resources r
      where r.tab_key = shown_tab and r.is_published and r.deleted_at is null
      order by r.tab_key, r.display_order, r.title, r.id
      limit page_size offset (page - 1) * page_size
    );
  else
    patterns := array(
      select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(public.fold(left(coalesce(p_search, ''), 200)), '\s+') as word
      where word <> ''
    );
    with found as materialized (
      select r.id, r.display_order, r.title,
        case when p_sort = 'newest' then r.created_at end as added_at,
        case when p_sort = 'liked' then (
          select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id
        ) end as likes
      from public.education_resources r
      where r.is_published
        and r.deleted_at is null
        and r.search_text like all (patterns)
        and (tag = '' or tag = any (r.folded_tags))
        and r.tab_key = any (array(select t.tab_key from public.education_tabs t where t.is_active and (is_search or t.tab_key = shown_tab)))
    ),
    counted as (
      select n::integer, least(greatest(coalesce(p_page, 1), 1), greatest(1, (n + page_size - 1) / page_size))::integer as page
      from (select count(*) as n from found) all_of_them
    )
    select c.n, c.page, array(
      select f.id
      from found f
      order by f.likes desc, f.added_at desc, f.display_order, f.title, f.id
      limit page_size offset (c.page - 1) * page_size
    ) into total, page, shown
    from counted c;
  end if;

  if reader is not null then
    liked := array(select l.resource_id from public.resource_likes l where l.resource_id = any (shown) and l.user_id = reader);
  elsif p_visitor_key is not null then
    liked := array(
      select l.resource_id from public.resource_likes l where l.resource_id = any (shown) and l.visitor_key = p_visitor_key
    );
  elsif p_ip_key is not null then
    liked := array(
      select l.resource_id from public.resource_likes l
      where l.resource_id = any (shown) and l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
    );
  end if;

  return jsonb_build_object(
    'tabs', tabs,
    'tab', shown_tab,
    'total', total,
    'page', page,
    'pages', greatest(1, (total + page_size - 1) / page_size),
    'renamed', (
      select coalesce(jsonb_object_agg(k.tab_key, t.tab_key), '{}')
      from private.education_tab_old_keys k
      join public.education_tabs t on t.id = k.tab_id
      where t.is_active
    ),
    'resources', private.resource_cards(shown, liked)
  );
end;
$$;

-- for members: reads what visitors see of the library
grant execute on function public.education_page to anon, authenticated;

comment on function public.education_page is
  'Returns everything that one page of /education shows, in one round trip: active tabs, the tab shown, 24 published resources with their likes, whether the reader likes them, and whether their page is gone; and for each former key of an active tab, its current key. A search requires every word and covers all active tabs. p_sort: newest, liked, or the order set by admins; p_tag: only resources with this tag, compared after folding.';


-- education/index_resource.sql

create function private.index_resource(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that hides the tab at the same time waits for this one and then removes this resource from the
  -- search, too.
  perform from public.education_tabs t
    join public.education_resources r on r.tab_key = t.tab_key
    where r.id = p_id
    for share of t;
  delete from private.search_items i where i.kind = 'resource' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to)
    select 'resource', r.id, r.title, r.description, private.sentences_of(r.description), r.url
    from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key
    where r.id = p_id and r.is_published and r.deleted_at is null and t.is_active;
end;
$$;

comment on function private.index_resource is
  'Rebuilds the search entry of a resource: title and description, if it is published and in an active tab.';


-- education/index_tab.sql

create function private.index_tab(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.search_items i where i.kind = 'resource' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, leads_to)
    select 'resource', t.id, t.label, '/education?tab=' || t.tab_key
    from public.education_tabs t
    where t.id = p_id and t.is_active;
end;
$$;

comment on function private.index_tab is
  'Rebuilds the search entry of a library tab: its label, if it is active.';


-- education/judge_resource_import.sql

create function private.judge_resource_import(p_import uuid) returns void
language plpgsql
as $$
begin
  with there as materialized (
    select distinct on (public.address_key(e.url)) public.address_key(e.url) as page, e.id
    from public.education_resources e
    order by public.address_key(e.url), e.deleted_at is not null, e.created_at, e.id
  ),
  compared as materialized (
    select
      l.line,
      e.id,
      case when e.id is not null and e.deleted_at is null then private.resource_changes(e, l.checked) end as changes,
      row_number() over (partition by public.address_key(l.checked ->> 'url') order by l.line) as place,
      l.checked ->> 'description' is null as lacks_description,
      l.checked ->> 'new_tab' is not null as brings_tab
    from private.import_rows l
    left join there t on t.page = public.address_key(l.checked ->> 'url')
    left join public.education_resources e on e.id = t.id
    where l.import_id = p_import and l.state = 'new'
  ),
  judged as (
    select
      c.line,
      c.id,
      c.changes,
      case
        when c.id is not null and c.changes is null then 'there'
        when c.place > 1 then 'twin'
        when c.id is not null then 'changed'
        when c.lacks_description then 'undescribed'
        when not exists (select from public.education_tabs) and not c.brings_tab then 'no-tab'
        else 'new'
      end as verdict
    from compared c
  )
  update private.import_rows r
    set state = case when j.verdict in ('there', 'changed') then j.verdict else 'refused' end,
      refusal = case when j.verdict not in ('there', 'changed') then j.verdict::public.import_refusal end,
      row_id = case j.verdict when 'changed' then j.id end,
      changes = case j.verdict when 'changed' then j.changes end
    from judged j
    where r.import_id = p_import and r.line = j.line and j.verdict <> 'new';
end;
$$;

comment on function private.judge_resource_import is
  'Judges which resources of a file the library already has (those that lead to the same page, including deleted ones), and what the line would change of one that is not deleted. Refuses the second line about the same page, new ones without a description, and all new ones if there is no tab.';


-- education/make_imported_resources.sql

create function private.make_imported_resources(p_import uuid) returns table (line integer, row_id uuid, made_at timestamptz)
language plpgsql
as $$
begin
  insert into public.education_tabs (tab_key, label, is_active, display_order)
    select n.key, n.label, false,
      row_number() over (order by n.line) + coalesce((select max(t.display_order) from public.education_tabs t), 0)
    from (
      select distinct on (r.checked #>> '{new_tab,key}')
        r.checked #>> '{new_tab,key}' as key, r.checked #>> '{new_tab,label}' as label, r.line
      from private.import_rows r
      where r.import_id = p_import and r.state = 'new' and r.checked ->> 'new_tab' is not null
        and not exists (
          select from public.education_tabs t where lower(r.checked ->> 'tab') in (t.tab_key, lower(t.label))
        )
      order by 1, r.line
    ) n
    on conflict do nothing;
  return query with given as materialized (
    select r.line, gen_random_uuid() as id, r.checked, tab.tab_key,
      row_number() over (partition by tab.tab_key order by r.line) as place
    from private.import_rows r
    cross join lateral (
      select t.tab_key
      from public.education_tabs t
      order by
        (lower(r.checked ->> 'tab') in (t.tab_key, lower(t.label))) is true desc,
        (t.tab_key = r.checked #>> '{new_tab,key}') is true desc, t.tab_key = 'resources' desc, t.display_order, t.label, t.id
      limit 1
    ) tab
    where r.import_id = p_import and r.state = 'new'
  ),
  made as (
    insert into public.education_resources (id, tab_key, title, description, url, icon_name, tags, display_order)
      select g.id, g.tab_key, g.checked ->> 'title', g.checked ->> 'description', g.checked ->> 'url', g.checked ->> 'icon_name',
        array(select jsonb_array_elements_text(g.checked -> 'tags')),
        g.place + coalesce((select max(e.display_order) from public.education_resources e where e.tab_key = g.tab_key), 0)
      from given g
      order by g.line
      returning id, updated_at
  )
  select g.line, m.id, m.updated_at from made m join given g using (id);
end;
$$;

comment on function private.make_imported_resources is
  'Creates drafts of the new resources of a file, at the end of their tab: the one that the line names by its key or label, or brings, which visitors do not see until it is shown; otherwise the tab resources, otherwise the first.';


-- education/note_resource_for_search.sql

create function private.note_resource_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_resource(coalesce(new.id, old.id));
  return null;
end;
$$;

comment on function private.note_resource_for_search is
  'Trigger: updates the search entry of a resource.';


-- education/note_tab_for_search.sql

create function private.note_tab_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_tab(coalesce(new.id, old.id));
  if new.is_active <> old.is_active then
    perform private.index_resource(r.id) from public.education_resources r where r.tab_key = new.tab_key;
  end if;
  return null;
end;
$$;

comment on function private.note_tab_for_search is
  'Trigger: updates the search entry of a library tab, and those of its resources when the tab is shown or hidden.';


-- education/note_tab_key.sql

create function private.note_tab_key() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.education_tab_old_keys k where k.tab_key = new.tab_key;
  if tg_op = 'UPDATE' then
    insert into private.education_tab_old_keys (tab_key, tab_id) values (old.tab_key, new.id)
      on conflict (tab_key) do update set tab_id = excluded.tab_id;
  end if;
  return null;
end;
$$;

comment on function private.note_tab_key is
  'Trigger: keeps the former key of a tab, and forgets it once a tab has it again.';


-- education/reorder_resource.sql

create function public.reorder_resource(p_id uuid, p_position integer, p_from integer default null) returns public.reorder_resource_outcome
language plpgsql
as $$
declare
  tab text;
  current_rank integer;
  last_rank integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  select r.tab_key into tab from public.education_resources r where r.id = p_id and r.deleted_at is null for update;
  if not found then
    return 'not-found';
  end if;

  select ranked.rank, ranked.last_rank into current_rank, last_rank
    from (
      select r.id, row_number() over (order by r.display_order, r.title, r.id) as rank, count(*) over () as last_rank
      from public.education_resources r
      where r.tab_key = tab and r.deleted_at is null
    ) ranked
    where ranked.id = p_id;
  if current_rank not in (p_from, least(p_position, last_rank)) then
    return 'changed';
  end if;

  perform set_config('place.moved', p_id::text, true);
  with others as (
    select r.id, row_number() over (order by r.display_order, r.title, r.id) as place
    from public.education_resources r
    where r.tab_key = tab and r.deleted_at is null and r.id <> p_id
  ),
  moved as (
    select least(greatest(coalesce(p_position, 1), 1), count(*) + 1) as place from others
  ),
  placed as (
    select o.id, o.place + (o.place >= m.place)::integer as place from others o cross join moved m
    union all
    select p_id, m.place from moved m
  )
  update public.education_resources r
    set display_order = p.place
    from placed p
    where r.id = p.id and r.display_order <> p.place;
  perform set_config('place.moved', '', true);
  return 'placed';
end;
$$;

-- for members: writes the order of resources
grant execute on function public.reorder_resource to authenticated;

comment on function public.reorder_resource is
  'Moves a resource to a position (1 for the first) in its tab, and numbers the resources of the tab from 1, without deleted ones. p_from is the position at which the admin saw it. Returns placed (also when it is already there), changed when it is neither there nor at p_from, or not-found.';


-- education/reorder_tab.sql

create function public.reorder_tab(p_id uuid, p_position integer, p_from integer default null) returns public.reorder_tab_outcome
language plpgsql
as $$
declare
  current_rank integer;
  last_rank integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  perform from public.education_tabs t where t.id = p_id for update;
  if not found then
    return 'not-found';
  end if;

  select ranked.rank, ranked.last_rank into current_rank, last_rank
    from (
      select t.id, row_number() over (order by t.display_order, t.label, t.id) as rank, count(*) over () as last_rank
      from public.education_tabs t
    ) ranked
    where ranked.id = p_id;
  if current_rank not in (p_from, least(p_position, last_rank)) then
    return 'changed';
  end if;

  perform set_config('place.moved', p_id::text, true);
  with others as (
    select t.id, row_number() over (order by t.display_order, t.label, t.id) as place
    from public.education_tabs t
    where t.id <> p_id
  ),
  moved as (
    select least(greatest(coalesce(p_position, 1), 1), count(*) + 1) as place from others
  ),
  placed as (
    select o.id, o.place + (o.place >= m.place)::integer as place from others o cross join moved m
    union all
    select p_id, m.place from moved m
  )
  update public.education_tabs t
    set display_order = p.place
    from placed p
    where t.id = p.id and t.display_order <> p.place;
  perform set_config('place.moved', '', true);
  return 'placed';
end;
$$;

-- for members: writes the order of tabs
grant execute on function public.reorder_tab to authenticated;

comment on function public.reorder_tab is
  'Moves a tab to a position (1 for the first), and numbers all tabs from 1. p_from is the position at which the admin saw it. Returns placed (also when it is already there), changed when it is neither there nor at p_from, or not-found.';


-- education/resource_at.sql

create function public.resource_at(p_url text, p_except uuid default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('id', r.id, 'title', r.title, 'is_deleted', r.deleted_at is not null)
    from public.education_resources r
    where public.address_key(r.url) = public.address_key(p_url) and r.id is distinct from p_except
    order by r.deleted_at is not null, r.created_at, r.id
    limit 1
  );
end;
$$;

-- for admins: reads which resource leads to a page
grant execute on function public.resource_at to authenticated;

comment on function public.resource_at is
  'Returns the first resource, other than p_except, that leads to the same page as p_url: id, title, is_deleted. Null if there is none.';


-- education/settle_link.sql

create function public.settle_link(
  p_resource_id uuid,
  p_url text,
  p_seen public.link_state,
  p_moved_to text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.link_checks c
  set misses = case when p_seen = 'gone' then c.misses + 1 else 0 end,
    state = case when p_seen = 'gone' and c.misses < 2 then c.state else p_seen end,
    moved_to = case when p_seen = 'gone' and c.misses < 2 then c.moved_to when p_seen = 'moved' then p_moved_to end,
    checked_at = now(),
    due_at = now() + case when p_seen = 'gone' and c.misses < 2 then interval '1 day' else interval '7 days' end
  where c.resource_id = p_resource_id and c.url = p_url;
  return found;
end;
$$;

grant execute on function public.settle_link to service_role;

comment on function public.settle_link is
  'Records the result of a link check. A link becomes gone only at the third check in a row, each a day after the one before; until then its state stays the same. All other links are checked again in a week. Returns false, and changes nothing, if the resource has another link by now.';


-- education/undo_resource_import.sql

create function private.undo_resource_import(p_import uuid) returns void
language plpgsql
as $$
begin
  delete from public.education_resources e
    using private.import_rows r
    where r.import_id = p_import and r.state = 'new' and e.id = r.row_id and e.updated_at = r.made_at;
  delete from public.education_tabs t
    using private.imports i
    where i.id = p_import and t.created_at = i.applied_at and t.updated_at = t.created_at
      and not exists (select from public.education_resources e where e.tab_key = t.tab_key);
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import and r.row_id is not null and not exists (select from public.education_resources e where e.id = r.row_id);
end;
$$;

comment on function private.undo_resource_import is
  'Deletes the drafts that an import has made and that nobody has changed or published since, and then the tabs that it has made, which have the time at which it was applied.';


-- events/hide_workshops.sql

create function private.hide_workshops() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.events e set visibility = 'link' where e.for_people_of = new.id and e.visibility <> 'link';
  return null;
end;
$$;

comment on function private.hide_workshops is
  'Trigger: when an event becomes one by link, so do its workshops. They stay so when it becomes public.';


-- events/index_event.sql

create function private.index_event(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.search_items i where i.kind = 'event' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, details, shown_at, ahead_until)
    select 'event', e.id, e.title, e.summary,
      private.sentences_of(concat_ws(
        chr(10), e.summary, e.place, private.text_of_markdown(e.about),
        case when e.over_at <= now() and e.status <> 'postponed' then private.text_of_markdown(e.recap) end
      )),
      e.key,
      jsonb_build_object(
        'starts_at', e.starts_at, 'ends_at', e.ends_at, 'date_precision', e.date_precision, 'over_at', e.over_at,
        'time_note', e.time_note, 'status', e.status, 'place', e.place
      ),
      e.starts_at, private.ahead_until(e)
    from public.events e
    where e.id = p_id and e.is_listed;
end;
$$;

comment on function private.index_event is
  'Rebuilds the search entry of an event: title, summary, place and text, if everyone may see it, and its recap once it is over.';


-- events/judge_event_import.sql

create function private.judge_event_import(p_import uuid) returns void
language plpgsql
as $$
begin
  with given as materialized (
    select r.line, r.checked, r.checked ->> 'uid' as uid, coalesce((r.checked ->> 'is_ours')::boolean, true) as is_ours,
      r.checked ->> 'held' as held, coalesce((r.checked ->> 'sequence')::integer, 0) as sequence,
      public.fold(r.checked ->> 'title') as title,
      coalesce((r.checked ->> 'starts_at')::timestamptz, '-infinity') as starts_at
    from private.import_rows r
    where r.import_id = p_import and r.state = 'new'
  ),
  titled as materialized (
    select distinct on (public.fold(e.title), e.starts_at) public.fold(e.title) as title, coalesce(e.starts_at, '-infinity') as starts_at, e.id
    from public.events e
    order by public.fold(e.title), e.starts_at, e.created_at, e.id
  ),
  named as materialized (
    select g.line, g.checked, g.uid, g.held, imported.sequence > g.sequence as is_older,
      coalesce(own.id, imported.event_id, keyed.id, t.id) as id
    from given g
    left join public.events own on g.is_ours and own.id::text = substring(g.uid from '^([0-9a-f-]{36})@')
    left join private.imported_events imported on imported.uid = g.uid
    left join public.events keyed on g.is_ours and keyed.key = g.uid
    -- Not one that was imported with another UID: two rooms may have the same title and hour.
    left join titled t
      on t.title = g.title and t.starts_at = g.starts_at
        and not exists (select from private.imported_events o where o.event_id = t.id and o.uid <> g.uid)
  ),
  compared as materialized (
    select
      n.line,
      e.id,
      n.held,
      n.is_older,
      case when e.id is not null then private.event_changes(e, n.checked) end as changes,
      row_number() over (partition by coalesce(n.id::text, n.uid, n.line::text) order by n.line) as place,
      e.takes_reservations as gives_spots,
      e.over_at <= now() and e.status <> 'postponed' as is_over
    from named n
    left join public.events e on e.id = n.id
  ),
  judged as (
    select
      c.line,
      c.id,
      c.changes,
      case
        when c.id is not null and c.changes is null then 'there'
        when c.place > 1 then 'twin'
        when c.is_older then 'older'
        when c.gives_spots and c.changes ?| '{dates, ticket_url}' or c.is_over and c.changes ? 'dates' then 'by-hand'
        when c.id is not null then 'changed'
        else coalesce(c.held, 'new')
      end as verdict
    from compared c
  )
  update private.import_rows r
    set state = case when j.verdict in ('there', 'changed') then j.verdict else 'refused' end,
      refusal = case when j.verdict not in ('there', 'changed') then j.verdict::public.import_refusal end,
      row_id = case j.verdict when 'changed' then j.id end,
      changes = case j.verdict when 'changed' then j.changes end
    from judged j
    where r.import_id = p_import and r.line = j.line and j.verdict <> 'new';
end;
$$;

comment on function private.judge_event_import is
  'Judges which events of a file exist already, by UID, key, or title and start, and what the line would change of them. Refuses what would be made twice, is older than what is here, or affects people who signed up.';


-- events/keep_sign_up.sql

create function private.keep_sign_up() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.waitlist_entries w where w.event_id = new.id and not w.suspected_spam) then
    raise exception 'people_are_signed_up: an event with people cannot become an announcement'
      using errcode = 'foreign_key_violation', constraint = 'people_are_signed_up';
  end if;
  return new;
end;
$$;

comment on function private.keep_sign_up is
  'Trigger: an event for which people have signed up does not become one that nobody signs up for.';


-- events/keep_what_is_waited_for.sql

create function private.keep_what_is_waited_for() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The row is locked by now: anyone joining at the same time either joined before, or no longer finds the event.
  if exists (select from public.waitlist_entries w where w.event_id = old.id and not w.suspected_spam) then
    raise exception 'somebody waits for this event' using errcode = 'restrict_violation';
  end if;
  return old;
end;
$$;

comment on function private.keep_what_is_waited_for is
  'Trigger: prevents anyone from deleting an event while someone waits for it; suspected-spam entries are deleted with it.';


-- events/make_imported_events.sql

create function private.make_imported_events(p_import uuid) returns table (line integer, row_id uuid, made_at timestamptz)
language plpgsql
as $$
begin
  insert into public.series (key, name, frequency, weekday, every_weeks, week_of_month, first_day, last_day, left_out)
    select free.key, n.name, n.frequency, n.weekday, n.every_weeks, n.week_of_month, n.first_day, n.last_day,
      array(
        select distinct d.day
        from (
          select unnest(n.left_out) as day
          union all
          select (r.checked ->> 'series_day')::date
          from private.import_rows r
          where r.import_id = p_import and r.refusal in ('canceled', 'private') and r.checked #>> '{series,name}' = n.name
        ) d
        order by d.day
        limit 100
      )
    from (
      select distinct on (s.name) s.*, r.checked ->> 'series_key' as wanted
      from private.import_rows r
      cross join lateral jsonb_to_record(r.checked -> 'series') as s (
        name text, frequency text, weekday smallint, every_weeks smallint, week_of_month smallint, first_day date, last_day date,
        left_out date[]
      )
      where r.import_id = p_import and r.state = 'new' and r.checked ->> 'series' is not null
      order by s.name, r.line
    ) n
    cross join lateral (
      select each.key
      from generate_series(1, 1000) number
      cross join lateral (select rtrim(left(n.wanted, 56), '-') || case when number > 1 then '-' || number else '' end as key) each
      where not exists (select from public.series o where o.key = each.key)
      order by number
      limit 1
    ) free
    on conflict do nothing;
  return query with given as materialized (
    select r.line, gen_random_uuid() as id, r.checked ->> 'key' as wanted,
      regexp_replace(r.checked ->> 'key', '(?<!-\d{4}-\d{2})-\d{1,3}$', '') as root, s.id as series_id, e.*
    from private.import_rows r
    cross join lateral jsonb_to_record(r.checked) as e (
      uid text, title text, starts_at timestamptz, ends_at timestamptz, date_precision text, place text, summary text, about text,
      ticket_url text, status text, time_note text, meets text, attendee_limit integer, recap text, recap_url text, co_hosts jsonb,
      join_link text, sequence integer, series_day date
    )
    left join public.series s on public.fold(s.name) = public.fold(r.checked #>> '{series,name}')
    where r.import_id = p_import and r.state = 'new'
  ),
  numbers as materialized (
    select each.root, max(each.number) as most
    from (
      select regexp_replace(e.key, '(?<!-\d{4}-\d{2})-\d{1,3}$', '') as root,
        coalesce(substring(e.key from '(?<!-\d{4}-\d{2})-(\d{1,3})$')::integer, 1) as number
      from public.events e
      union all
      select g.root, coalesce(substring(g.wanted from '(?<!-\d{4}-\d{2})-(\d{1,3})$')::integer, 1) from given g
    ) each
    group by each.root
  ),
  made as (
    insert into public.events (
      id, key, title, starts_at, ends_at, date_precision, place, place_id, summary, about, ticket_url, status, time_note, meets,
      attendee_limit, recap, recap_url, co_hosts, series_id
    )
      select g.id,
        case
          when row_number() over (partition by g.wanted order by g.line) = 1 and taken.key is null then g.wanted
          else g.root || '-' || (n.most + row_number() over (partition by g.root order by g.line))
        end,
        g.title, g.starts_at, g.ends_at, g.date_precision, g.place, private.place_of_words(g.place), g.summary, g.about, g.ticket_url,
        coalesce(g.status, 'scheduled'), g.time_note, coalesce(g.meets, 'room'), g.attendee_limit, g.recap, g.recap_url,
        coalesce(g.co_hosts, '[]'), g.series_id
      from given g
      join numbers n using (root)
      left join public.events taken on taken.key = g.wanted
      returning id, updated_at
  ),
  named as (
    insert into private.imported_events (event_id, uid, sequence)
      select g.id, g.uid, coalesce(g.sequence, 0) from given g where g.uid is not null
      on conflict do nothing
  ),
  joined as (
    insert into private.join_links (event_id, url)
      select g.id, g.join_link from given g where g.join_link is not null
  ),
  dated as (
    insert into private.occurrences (series_id, day, event_id)
      select g.series_id, g.series_day, g.id from given g where g.series_id is not null and g.series_day is not null
      on conflict do nothing
  )
  select g.line, m.id, m.updated_at from made m join given g using (id);
  update public.series s
    set template_id = (
      select o.event_id
      from private.occurrences o
      join public.events e on e.id = o.event_id
      where o.series_id = s.id
      order by (e.starts_at at time zone public.site_time_zone())::date = o.day desc, e.status = 'scheduled' desc, o.day
      limit 1
    )
    where s.created_at = now() and s.template_id is null and exists (
      select from private.import_rows r where r.import_id = p_import and r.checked #>> '{series,name}' = s.name
    );
end;
$$;

comment on function private.make_imported_events is
  'Creates drafts of the new events of a file. A key that is taken, or occurs twice, gets a number higher than that of any key with the same beginning. Stores the UID, and the join link where no visitor sees it. Makes the series of which a line is an edition, which copies further ones from the first.';


-- events/new_link_secret.sql

create function private.new_link_secret() returns text
language sql
return translate(
  left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 32),
  '0189',
  'ghij'
);

comment on function private.new_link_secret is
  'Returns 128 random bits in 32 of the letters and digits that the log of requests masks.';


-- events/note_event_for_search.sql

create function private.note_event_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_event(coalesce(new.id, old.id));
  if new.series_id is not null then
    perform private.index_series(new.series_id);
  end if;
  if old.series_id is distinct from new.series_id and old.series_id is not null then
    perform private.index_series(old.series_id);
  end if;
  return null;
end;
$$;

comment on function private.note_event_for_search is
  'Trigger: updates the search entries of an event and of its series, which is visible while it has a published edition.';


-- events/note_past_edition.sql

create function private.note_past_edition() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.past_editions (event_id, over_at) values (new.id, old.over_at) on conflict do nothing;
  if new.takes_reservations and old.takes_reservations then
    perform private.lock_lines(new.id);
    update public.reservations r
      set state = 'past', switches_to = null, hold_until = null, offer_ends_at = null
      where r.event_id = new.id and r.state <> 'set-aside';
    perform private.line_up(new.id);
  end if;
  return null;
end;
$$;

comment on function private.note_past_edition is
  'Trigger: records the end of an edition when the event gets its next date. The reservations of that edition become past, and people who joined after it wait for the next one. Not used for dates given only as a month or quarter: whether anything took place is unknown, so people stay on the waitlist.';


-- events/read_events.sql

create function public.read_events(
  p_key text default null,
  p_page integer default null,
  p_series text default null,
  p_meets text default null,
  p_place text default null,
  p_island text default null
) returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  per_page constant integer := 12;
  wanted uuid[];
  -- Events with tabs and the next ones, which a page may show in full.
  whole uuid[];
  -- Of each series only the next scheduled event, and the next one that is canceled or postponed.
  ahead uuid[];
  past uuid[];
  pages integer;
  page integer;
  answer json;
begin
  if p_page is not null then
    select array_agg(e.id order by e.starts_at desc, e.id) into past
      from public.events e
      where e.is_listed and e.over_at <= now() and e.status = 'scheduled' and e.tab_order is null
        and coalesce(e.meets in (p_meets, 'both'), true)
        and (p_island is null or e.meets <> 'online' and e.place_details ->> 'island' = p_island);
    pages := greatest(1, (coalesce(cardinality(past), 0) + per_page - 1) / per_page);
    page := least(greatest(p_page, 1), pages);
    ahead := array(
      select e.id
      from (
        select o.id, o.starts_at, row_number() over (partition by coalesce(o.series_id, o.id), o.status order by o.starts_at, o.id) as number
        from public.events o
        where o.is_listed and (o.over_at is null or o.over_at > now() or o.status = 'postponed')
          and coalesce(o.meets in (p_meets, 'both'), true)
          and (p_island is null or o.meets <> 'online' and o.place_details ->> 'island' = p_island)
      ) e
      where e.number = 1
      order by e.starts_at, e.id
      limit 200
    );
    whole := array(select e.id from public.events e where e.is_listed and e.tab_order is not null)
      || array(
        select e.id from public.events e
        where e.id = any (ahead) and e.status = 'scheduled'
        order by e.starts_at, e.id
        limit 3
      );
    wanted := whole || past[(page - 1) * per_page + 1:page * per_page] || ahead;
  elsif p_series is not null then
    wanted := array(
      select e.id from public.events e join public.series s on s.id = e.series_id
      where s.key = p_series and e.is_listed
      order by e.starts_at desc
      limit 1000
    );
  elsif p_place is not null then
    wanted := array(
      select e.id from public.events e join public.places p on p.id = e.place_id
      where p.key = p_place and e.is_listed
      order by e.starts_at desc
      limit 200
    );
  elsif p_key is null then
    wanted := array(
      select e.id from public.events e
      where e.is_listed
        and coalesce(e.meets in (p_meets, 'both'), true)
        and (p_island is null or e.meets <> 'online' and e.place_details ->> 'island' = p_island)
      order by e.starts_at desc
      limit 1000
    );
  else
    wanted := array(select e.id from public.events e where e.address = p_key and e.is_published);
  end if;
  answer := private.events_as_shown(
    wanted,
    whole,
    case
      when p_page is not null then 'page'
      when p_series is not null then 'series'
      when p_key is not null then 'one'
    end
  );
  if p_page is not null then
    return json_build_object(
      'events', answer, 'page', page, 'pages', pages,
      'keys', array(select e.key from public.events e where e.is_listed order by e.starts_at desc limit 1000),
      'meets', array(select distinct e.meets from public.events e where e.is_listed order by e.meets),
      'islands', array(
        select distinct e.place_details ->> 'island' from public.events e
        where e.is_listed and e.meets <> 'online' and e.place_details is not null
      )
    );
  end if;
  return answer;
end;
$$;

grant execute on function public.read_events to anon;

comment on function public.read_events is
  'Returns published events that everyone may see: all, those that meet in a room or online (p_meets) or on an island (p_island), or those of a series or at a place by its key, with the texts of those that are not over; or the event at an address (its key; for one by link, with the secret) with the listed editions of its series, whether its program is published, and until when it accepts talk proposals; or, with p_page, what the events page shows: {events, page, pages, keys, meets, islands}. These are the events with a tab, the upcoming ones that p_meets or p_island name, of each series the next one, and twelve of the other past ones, with the text of those that may be shown in full; keys, meets and islands cover all events.';


-- events/relied_on.sql

create function public.relied_on(
  p_status text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_date_precision text,
  p_place text,
  p_meets text
) returns jsonb
language sql
immutable
parallel safe
return jsonb_build_object(
  'status', p_status,
  'starts_at', p_starts_at at time zone 'UTC',
  'ends_at', p_ends_at at time zone 'UTC',
  'date_precision', p_date_precision,
  'place', p_place,
  'meets', p_meets
);

-- for members: reads nothing: only computes
grant execute on function public.relied_on to authenticated;

comment on function public.relied_on is
  'Returns what the people of an event rely on, and are notified of when it changes. Times are in UTC.';


-- events/set_dated_at.sql

create function private.set_dated_at() returns trigger
language plpgsql
as $$
begin
  new.dated_at := now();
  return new;
end;
$$;

comment on function private.set_dated_at is
  'Trigger: sets dated_at when the date or status changes.';


-- events/set_event_sequence.sql

create function private.set_event_sequence() returns trigger
language plpgsql
as $$
begin
  new.sequence := greatest(new.sequence, old.sequence + 1);
  return new;
end;
$$;

comment on function private.set_event_sequence is
  'Trigger: increases the sequence number so that calendars update the changed event.';


-- events/set_link_secret.sql

create function private.set_link_secret() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.events e where e.id = new.for_people_of and e.visibility = 'link') then
    new.visibility := 'link';
  end if;
  new.link_secret := case when new.visibility = 'link' then coalesce(new.link_secret, private.new_link_secret()) end;
  return new;
end;
$$;

comment on function private.set_link_secret is
  'Trigger: gives an event by link its secret and removes that of a public one. A workshop of an event by link is by link, too, because its page names the event.';


-- events/set_news_at.sql

create function private.set_news_at() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- An undone import has restored it. Columns that are generated have no new value yet.
  if new.news_at is not distinct from old.news_at
    and public.relied_on(new.status, new.starts_at, new.ends_at, new.date_precision, new.place, new.meets) <> old.relied_on
  then
    new.news_at := now();
  end if;
  return new;
end;
$$;

comment on function private.set_news_at is
  'Trigger: sets news_at when what people rely on changes.';


-- events/set_previous_start.sql

create function private.set_previous_start() returns trigger
language plpgsql
as $$
begin
  -- An undone import has restored it.
  if new.previous_starts_at is distinct from old.previous_starts_at then
    return new;
  end if;
  if old.over_at <= now() and old.date_precision in ('exact', 'day') and old.status <> 'postponed' then
    -- That edition took place: a different date is that of the next edition.
    new.previous_starts_at := null;
  elsif old.is_published and old.date_precision in ('exact', 'day') and not (
    -- The date does not change when the hour of a day becomes known or is removed.
    'day' in (old.date_precision, new.date_precision) and coalesce(
      date_trunc('day', old.starts_at at time zone public.site_time_zone()) = date_trunc('day', new.starts_at at time zone public.site_time_zone())
      and new.date_precision in ('exact', 'day'), false)
  ) then
    new.previous_starts_at := old.starts_at;
  end if;
  return new;
end;
$$;

comment on function private.set_previous_start is
  'Trigger: keeps the announced start of an upcoming event that is moved, and clears it for the next edition.';


-- events/undo_event_import.sql

create function private.undo_event_import(p_import uuid) returns void
language plpgsql
as $$
declare
  applied timestamptz := (select i.applied_at from private.imports i where i.id = p_import);
begin
  delete from public.events e
    using private.import_rows r
    where r.import_id = p_import
      and r.state = 'new'
      and e.id = r.row_id
      and e.updated_at = r.made_at
      -- A join link and a series that the import has made itself do not keep it.
      and private.built_on_event(e.id) <@ array_remove(array[
        case when exists (select from private.join_links j where j.event_id = e.id and j.set_at = applied) then 'join-link' end,
        case when exists (
          select from public.series s where s.template_id = e.id and s.created_at = applied and s.updated_at = applied
        ) then 'series' end
      ], null);
  delete from public.series s
    where s.created_at = applied and s.updated_at in (applied, now())
      and not exists (select from public.events e where e.series_id = s.id)
      and not exists (select from private.series_subscriptions b where b.series_id = s.id);
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import and r.row_id is not null and not exists (select from public.events e where e.id = r.row_id);
end;
$$;

comment on function private.undo_event_import is
  'Deletes the drafts that an import has made and that nobody has changed, published or added anything to since, and the series that it has made if no edition is left.';


-- imports/discard_import.sql

create function public.discard_import(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_import((select i.kind from private.imports i where i.id = p_id));
  delete from private.imports i where i.id = p_id and i.applied_at is null;
  return found;
end;
$$;

-- for admins: writes only that a staged file is discarded
grant execute on function public.discard_import to authenticated;

comment on function public.discard_import is
  'Discards a staged file. Returns false if it is gone or applied.';


-- imports/erase_import_rows.sql

create function private.erase_import_rows(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.import_rows r
    where lower(r.email) = p_address
      or (strpos(lower(concat(r.cells, r.changes)), private.trace_of_address(p_address)) > 0 and concat(r.cells, r.changes) ~* private.pattern_of_address(p_address));
  get diagnostics removed = row_count;
  return jsonb_build_object('import_rows', removed);
end;
$$;

comment on function private.erase_import_rows is
  'Erases lines of imported files that contain an address or change a text that does.';


-- imports/import_changes.sql

create function private.import_changes(p_before jsonb, p_said jsonb) returns jsonb
language sql
immutable
parallel safe
as $$
  select jsonb_object_agg(s.key, jsonb_build_array(p_before -> s.key, s.value))
  from jsonb_each(p_said) s
  where s.value is distinct from p_before -> s.key;
$$;

comment on function private.import_changes is
  'Returns which of the fields of a line differ from the existing ones: {field: [before, said]}; null if none does.';


-- imports/import_undo_period.sql

create function private.import_undo_period() returns interval
language sql
immutable
parallel safe
return interval '1 hour';

comment on function private.import_undo_period is
  'How long an import can be undone.';


-- imports/imports_retention.sql

create function private.imports_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('stagedImport', interval '24 hours', 'private.imports', 't.applied_at is null and t.created_at <= now() - $1', null),
    ('appliedImport', private.import_undo_period(), 'private.imports', 't.applied_at <= now() - $1', null);
$$;

comment on function private.imports_retention is
  'Returns how long imported files are kept.';


-- imports/list_imports.sql

create function public.list_imports() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_import(null);
  return (
    select coalesce(jsonb_agg(to_jsonb(i) - array['columns', 'mapping', 'departures', 'choices', 'agreed_text', 'event_id'] order by i.created_at desc, i.id), '[]')
    from (
      select i.* from private.imports i where i.kind <> 'subscribers' or public.is_owner() order by i.created_at desc, i.id limit 20
    ) i
  );
end;
$$;

-- for admins: reads which files admins have staged, not those of people
grant execute on function public.list_imports to authenticated;

comment on function public.list_imports is
  'Returns the latest 20 imports that are still kept and that the caller may see.';


-- imports/require_import.sql

create function private.require_import(p_kind text) returns boolean
language plpgsql
stable
as $$
begin
  if not public.is_admin() or (p_kind = 'subscribers' and not public.is_owner()) then
    raise exception 'only owners may import people, and only admins anything' using errcode = 'insufficient_privilege';
  end if;
  return true;
end;
$$;

comment on function private.require_import is
  'Raises unless the caller may import rows of this kind.';


-- imports/side_of_changes.sql

create function private.side_of_changes(p_changes jsonb, p_side integer) returns jsonb
language sql
immutable
parallel safe
as $$
  select jsonb_object_agg(c.key, c.value -> p_side) from jsonb_each(p_changes) c;
$$;

comment on function private.side_of_changes is
  'Returns one side of the result of import_changes: the fields as they were before (0), or as the line has them (1).';


-- issues/begin_issue.sql

create function private.begin_issue(p_number integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  queued integer;
begin
  insert into public.mails (purpose, person, occurrence)
    select 'newsletter-issue', s.id, p_number from public.newsletter_subscribers s where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
    on conflict do nothing;
  get diagnostics queued = row_count;
  update public.newsletter_issues i set sent_at = now(), recipients = queued where i.number = p_number;
end;
$$;

comment on function private.begin_issue is
  'Enqueues an issue to everyone who gets the newsletter at this moment.';


-- issues/count_readers.sql

create function public.count_readers() returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from public.newsletter_subscribers s
    where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
  );
end;
$$;

-- for admins: reads how many people get the newsletter
grant execute on function public.count_readers to authenticated;

comment on function public.count_readers is
  'Returns how many people would get an issue of the newsletter now; some of their addresses may be suppressed, which shows when it is sent.';


-- issues/freeze_issue_batch.sql

create function public.freeze_issue_batch(p_batch bigint, p_attempt integer, p_sealed text, p_frozen jsonb) returns bigint[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  ids bigint[];
begin
  perform from private.mail_batches b
    where b.id = p_batch and b.attempts = p_attempt and b.claimed_until is not null and b.sealed is null
    for update;
  if not found then
    return '{}';
  end if;

  delete from public.mails m
    where m.batch_id = p_batch
      and not exists (select from public.newsletter_subscribers s where s.id = m.person and private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at));

  with given as (
    select * from jsonb_to_recordset(p_frozen) as g (id bigint, address_key text, token_digest text)
  ),
  checked as (
    select g.*, m.person, private.is_suppressed(g.address_key, 'newsletter-issue') as is_suppressed
    from given g
    join public.mails m on m.id = g.id and m.batch_id = p_batch and m.state = 'claimed'
  ),
  refused as (
    update public.mails m
      set state = 'refused', address_key = c.address_key, last_error = 'suppressed', claimed_until = null, batch_id = null, settled_at = now()
      from checked c
      where c.is_suppressed and m.id = c.id
  ),
  frozen as (
    update public.mails m
      set address_key = c.address_key, frozen_at = now(), frozen_attempt = m.attempts
      from checked c
      where not c.is_suppressed and m.id = c.id
      returning m.id, m.person, c.token_digest
  ),
  linked as (
    insert into private.newsletter_links (token_digest, subscriber_id)
      select f.token_digest, f.person from frozen f
      on conflict do nothing
  )
  select array_agg(f.id order by f.id) into ids from frozen f;

  if ids is null then
    delete from private.mail_batches b where b.id = p_batch;
    return '{}';
  end if;
  update private.mail_batches b set sealed = p_sealed, recipients = ids, frozen_at = now() where b.id = p_batch;
  return ids;
end;
$$;

grant execute on function public.freeze_issue_batch to service_role;

comment on function public.freeze_issue_batch is
  'Stores the contents of a batch that was just claimed ([{id, address_key, token_digest}] of its emails, and their addresses sealed), and makes the links in it valid. Returns the emails to send, in the order of the request: those whose claim still holds, whose reader is still subscribed and whose address is not suppressed.';


-- issues/gets_newsletter.sql

create function private.gets_newsletter(
  p_suspected_spam boolean,
  p_confirmed_at timestamptz,
  p_left_at timestamptz
) returns boolean
language sql
immutable
return not p_suspected_spam and p_confirmed_at is not null and p_left_at is null;

comment on function private.gets_newsletter is
  'Whether a subscriber with these columns gets issues of the newsletter.';


-- issues/index_issue.sql

create function private.index_issue(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.search_items i where i.kind = 'issue' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, shown_at)
    select 'issue', n.id, n.subject, n.preview_text, private.sentences_of(concat_ws(chr(10), n.preview_text, private.text_of_html(n.html))), n.slug, n.sent_at
    from public.newsletter_issues n
    where n.id = p_id and n.sent_at is not null;
end;
$$;

comment on function private.index_issue is
  'Rebuilds the search entry of an issue: subject, preview text and text, if it was sent.';


-- issues/issue_material.sql

create function public.issue_material(p_weeks integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  since constant timestamptz := coalesce(
    (select max(i.sent_at) from public.newsletter_issues i where i.sent_at <= now()), now() - interval '3 months'
  );
  until constant timestamptz := now() + make_interval(days => 7 * p_weeks + 1);
begin
  perform private.require_admin();
  return jsonb_build_object(
    'since', since,
    'coming', (
      select coalesce(jsonb_agg(private.event_in_issue(e) order by e.starts_at, e.key), '[]')
      from public.events e
      where e.is_listed and e.status = 'scheduled' and e.over_at > now() and e.starts_at < until
    ),
    'took_place', (
      select coalesce(jsonb_agg(private.event_in_issue(e) order by e.starts_at, e.key), '[]')
      from public.events e
      where e.is_listed and e.status = 'scheduled' and e.date_precision in ('exact', 'day')
        and e.over_at > since and e.over_at <= now()
    ),
    'articles', (
      select coalesce(jsonb_agg(private.article_facts(a.id) order by a.published_at, a.slug), '[]')
      from private.published_articles('article') a
      where a.published_at > since
    ),
    'works', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', r.id, 'title', r.title, 'description', r.description, 'url', r.url)
          order by t.display_order, r.display_order, r.id
        ),
        '[]'
      )
      from public.education_resources r
      join public.education_tabs t using (tab_key)
      where r.is_published and r.deleted_at is null and t.is_active and r.created_at > since
    ),
    'calls', (
      select coalesce(
        jsonb_agg(private.event_in_issue(e) || jsonb_build_object('deadline', c.deadline) order by c.deadline, e.key),
        '[]'
      )
      from private.talk_calls c
      join public.events e on e.id = c.event_id
      where e.is_listed and e.status = 'scheduled' and c.deadline > now()
    )
  );
end;
$$;

-- for admins: reads what a new issue of the newsletter can say
grant execute on function public.issue_material to authenticated;

comment on function public.issue_material is
  'Returns what readers of the newsletter do not know yet: events of the next weeks (and one more day, so that an evening on the same weekday counts), and what is there since the last issue was sent (three months, if none was).';


-- issues/issue_progress.sql

create function public.issue_progress(p_number integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'due', count(*) filter (where m.state = 'due'),
      'under_way', count(*) filter (where m.state = 'claimed' or m.state = 'unknown' and m.batch_id is not null),
      'accepted', count(*) filter (where m.state = 'accepted'),
      'bounced', count(*) filter (where m.state = 'bounced'),
      'complained', count(*) filter (where m.state = 'complained'),
      'suppressed', count(*) filter (where m.state = 'refused' and m.last_error = 'suppressed'),
      'refused', count(*) filter (where m.state = 'refused' and m.last_error is distinct from 'suppressed'),
      'uncertain', count(*) filter (where m.state in ('unknown', 'left') and m.batch_id is null),
      'left_within_a_week', count(*) filter (where s.left_at between i.sent_at and i.sent_at + interval '7 days')
    )
    from public.mails m
    join public.newsletter_issues i on i.number = m.occurrence
    left join public.newsletter_subscribers s on s.id = m.person
    where m.purpose = 'newsletter-issue' and m.occurrence = p_number
  );
end;
$$;

-- for admins: reads how many emails of an issue are in which state
grant execute on function public.issue_progress to authenticated;

comment on function public.issue_progress is
  'Returns how many emails of an issue are in which state (uncertain ones were sent without a response and are never sent again), and how many of its readers left the newsletter within a week.';


-- issues/note_issue_for_search.sql

create function private.note_issue_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_issue(coalesce(new.id, old.id));
  return null;
end;
$$;

comment on function private.note_issue_for_search is
  'Trigger: updates the search entry of an issue of the newsletter.';


-- issues/pause_issue.sql

create function public.pause_issue(p_id uuid, p_paused boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.newsletter_issues i
    set paused_at = case when p_paused then coalesce(i.paused_at, now()) end,
      next_batch_at = case when p_paused then i.next_batch_at end,
      last_error = case when p_paused then i.last_error end
    where i.id = p_id and i.sent_at is not null;
  return found;
end;
$$;

-- for admins: writes that an issue pauses or resumes
grant execute on function public.pause_issue to authenticated;

comment on function public.pause_issue is
  'Pauses an issue, so that no further batch begins, or resumes it. Returns false for an issue that was not sent.';


-- issues/settle_issue_batch.sql

create function public.settle_issue_batch(p_batch bigint, p_attempt integer, p_settled jsonb) returns public.settle_issue_batch_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  batch private.mail_batches;
  outcome constant text := p_settled ->> 'outcome';
  error constant text := left(p_settled ->> 'error', 500);
  pause_until timestamp with time zone;
begin
  if outcome is null or outcome not in ('answered', 'refused', 'later', 'unknown') then
    raise exception 'the outcome is answered, refused, later or unknown' using errcode = 'invalid_parameter_value';
  end if;
  select * into batch from private.mail_batches b
    where b.id = p_batch and b.attempts = p_attempt and b.claimed_until is not null and b.sealed is not null
    for update;
  if not found then
    return 'not-under-way';
  end if;
  pause_until := private.next_attempt(batch.attempts, batch.created_at, (p_settled ->> 'wait')::integer);

  if outcome = 'answered' then
    with results as (
      select * from jsonb_to_recordset(p_settled -> 'results') as r (id bigint, provider_id text, error text)
    )
    update public.mails m
      set state = case when r.provider_id is not null then 'accepted' when r.error is not null then 'refused' else 'unknown' end,
        provider_id = r.provider_id,
        last_error = case when r.provider_id is null then left(coalesce(r.error, 'no answer'), 500) end,
        settled_at = case when num_nonnulls(r.provider_id, r.error) > 0 then now() end,
        claimed_until = null
      from public.mails each
      left join results r on r.id = each.id
      where each.batch_id = p_batch and m.id = each.id;
    delete from private.mail_batches b where b.id = p_batch;
    update public.newsletter_issues i set last_error = null, next_batch_at = null
      where i.number = batch.issue and num_nonnulls(i.last_error, i.next_batch_at) > 0;
    -- Events that arrived before the provider's ids were known.
    perform private.handle_mail_events(told.provider_id)
      from (
        select distinct v.provider_id
        from jsonb_to_recordset(p_settled -> 'results') as r (provider_id text)
        join private.mail_events v on v.provider_id = r.provider_id
      ) told;
    return 'answered';
  end if;

  -- Certainly not accepted, now or before: its readers become due again, with any changes made until then.
  if outcome in ('refused', 'later') and batch.attempts = 1 then
    update public.mails m
      set state = 'due', next_attempt_at = now(), claimed_until = null, frozen_at = null, frozen_attempt = null, last_error = error
      where m.batch_id = p_batch;
    delete from private.mail_batches b where b.id = p_batch;
  else
    update public.mails m set state = 'unknown', claimed_until = null, last_error = error where m.batch_id = p_batch;
    if batch.sealed = '' or pause_until is null then
      delete from private.mail_batches b where b.id = p_batch;
    else
      update private.mail_batches b set claimed_until = null, next_attempt_at = pause_until, last_error = error where b.id = p_batch;
    end if;
  end if;
  update public.newsletter_issues i
    set last_error = error,
      next_batch_at = coalesce(pause_until, now()),
      paused_at = case when outcome = 'refused' then coalesce(i.paused_at, now()) else i.paused_at end
    where i.number = batch.issue;
  return outcome;
end;
$$;

grant execute on function public.settle_issue_batch to service_role;

comment on function public.settle_issue_batch is
  'Records the result of a batch ({outcome, error, wait, results: [{id, provider_id, error}]}): answered, for each email; later (certainly not accepted: due again after a pause), refused as a whole (the same, and the issue is paused until an admin resumes it) or unknown (kept, to be sent again unchanged, as is a batch that is refused or deferred after its first attempt). No further batch begins before the pause is over. Returns the outcome, or not-under-way.';


-- issues/unschedule_issue.sql

create function public.unschedule_issue(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.newsletter_issues i set scheduled_at = null, html = null, renderer = null, letter = null
    where i.id = p_id and i.scheduled_at is not null and i.sent_at is null;
  return found;
end;
$$;

-- for admins: writes that a scheduled issue is a draft again
grant execute on function public.unschedule_issue to authenticated;

comment on function public.unschedule_issue is
  'Makes a scheduled issue a draft again. Returns false when it has been sent meanwhile.';


-- likes/count_likes.sql

create function private.count_likes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.resource_like_counts as counted (resource_id, shard, likes)
      select n.resource_id, private.shard_of(n.id), count(*) from new_rows n group by 1, 2 order by 1, 2
      on conflict (resource_id, shard) do update set likes = counted.likes + excluded.likes;
  else
    -- Locked in a fixed order, to avoid deadlocks.
    perform from private.resource_like_counts c
      where (c.resource_id, c.shard) in (select o.resource_id, private.shard_of(o.id) from old_rows o)
      order by c.resource_id, c.shard
      for update;
    update private.resource_like_counts c
      set likes = c.likes - gone.likes
      from (
        select o.resource_id, private.shard_of(o.id) as shard, count(*) as likes from old_rows o group by 1, 2
      ) gone
      where c.resource_id = gone.resource_id and c.shard = gone.shard;
  end if;
  return null;
end;
$$;

comment on function private.count_likes is
  'Trigger: keeps resource_like_counts up to date.';


-- likes/liked_resources.sql

create function public.liked_resources(p_visitor_key text default null, p_page integer default 1, p_size integer default 24) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  reader constant uuid := auth.uid();
  page_size constant integer := least(greatest(coalesce(p_size, 24), 1), 1000);
  liked uuid[];
  total integer;
  page integer;
begin
  liked := array(
    select r.id
    from public.resource_likes l
    join public.education_resources r on r.id = l.resource_id
    join public.education_tabs t on t.tab_key = r.tab_key
    where (l.user_id = reader or reader is null and l.visitor_key = p_visitor_key)
      and r.is_published and r.deleted_at is null and t.is_active
    order by l.created_at desc, l.id desc
  );
  total := cardinality(liked);
  page := least(greatest(coalesce(p_page, 1), 1), greatest(1, (total + page_size - 1) / page_size));
  return jsonb_build_object(
    'total', total,
    'page', page,
    'pages', greatest(1, (total + page_size - 1) / page_size),
    'resources', private.resource_cards(liked[(page - 1) * page_size + 1:page * page_size], liked)
  );
end;
$$;

-- for members: reads what visitors see of the library
grant execute on function public.liked_resources to anon, authenticated;

comment on function public.liked_resources is
  'Returns a page of the visible resources that the reader likes, latest like first, with their total number. The reader is the signed-in account, or otherwise the visitor''s cookie. A page has 24, or p_size, at most 1,000.';


-- likes/likes_retention.sql

create function private.likes_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('likeKeys', interval '13 months', 'public.resource_likes', 't.ip_address is not null and t.created_at <= now() - $1', 'ip_address = null, visitor_key = null, network_key = null, retired_at = now()');
$$;

comment on function private.likes_retention is
  'Returns how long visitors'' keys of likes are kept; the like still counts.';


-- likes/set_like.sql

create function public.set_like(
  p_resource uuid,
  p_intent text,
  p_user_id uuid default null,
  p_visitor_key text default null,
  p_ip_key text default null,
  p_network_key text default null
) returns public.set_like_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Whoever has many addresses has one network.
  network constant text := coalesce(p_network_key, p_ip_key);
  liked record;
begin
  if p_intent is null or p_intent not in ('like', 'unlike') then
    raise exception 'the intent is like or unlike' using errcode = 'invalid_parameter_value';
  end if;
  if p_user_id is null and (p_ip_key is null or p_ip_key !~ '^[0-9a-f]{32}$' or p_visitor_key !~ '^[0-9a-f]{32}$') then
    raise exception 'a visitor is named by keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;

  -- The lock keeps the resource from being deleted before the like is written.
  perform from public.education_resources r
    join public.education_tabs t on t.tab_key = r.tab_key
    where r.id = p_resource and r.is_published and r.deleted_at is null and t.is_active
    for key share of r;
  if not found then
    return 'not-found';
  end if;

  if p_intent = 'unlike' then
    delete from public.resource_likes l
      where l.resource_id = p_resource
        and case
          when p_user_id is not null then l.user_id = p_user_id
          when p_visitor_key is not null then l.visitor_key = p_visitor_key
          else l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
        end
      returning (l.created_at at time zone public.site_time_zone())::date as day, private.shard_of(l.id) as shard into liked;
    update private.daily_totals d
      set total = d.total - 1
      where d.kind = 'like'
        and d.day = liked.day
        and d.shard = liked.shard
        and d.day = (now() at time zone public.site_time_zone())::date
        and d.total > 0;
    return 'unliked';
  end if;

  if p_user_id is not null then
    insert into public.resource_likes (resource_id, user_id) values (p_resource, p_user_id) on conflict do nothing;
    return 'liked';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('like ' || p_resource || ' ' || network, 0));
  perform from public.resource_likes l
    where l.resource_id = p_resource
      and case
        when p_visitor_key is not null then l.visitor_key = p_visitor_key
        else l.ip_address = p_ip_key and l.user_id is null and l.visitor_key is null
      end;
  if found then
    return 'liked';
  end if;

  if (
    select count(*) >= case when p_visitor_key is null then 50 else 500 end
    from public.resource_likes l
    where l.resource_id = p_resource
      and l.network_key = network
      and l.created_at > now() - interval '24 hours'
      and (p_visitor_key is not null or l.visitor_key is null)
  ) then
    return 'too-many';
  end if;

  insert into public.resource_likes (resource_id, ip_address, visitor_key, network_key)
    values (p_resource, p_ip_key, p_visitor_key, network)
    on conflict do nothing;
  return 'liked';
end;
$$;

grant execute on function public.set_like to service_role;

comment on function public.set_like is
  'Adds (like) or removes (unlike) the like of an account, a visitor''s cookie, or an IP address, in this order of preference. Returns liked, unliked, not-found, or too-many: 500 anonymous likes of one resource from one network (p_network_key, else the address) in 24 hours, or 50 by clients without a cookie. The result is durable when it returns.';


-- mail/claim_mails.sql

create function public.claim_mails(
  p_limit integer,
  p_lease_seconds integer,
  p_key_seconds integer,
  p_daily_limit integer default null,
  p_strangers_a_minute integer default 20
) returns table (id bigint, purpose text, idempotency_key uuid, attempts integer, sealed text, content jsonb)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- The share of the daily limit up to which emails are sent: about an account, about a spot, and all others.
  shares constant numeric[] := '{1, 0.9, 0.5}';
  taken bigint[];
  listed bigint[];
  gone integer;
  last_share integer := 3;
  room integer := p_limit;
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 or p_key_seconds is null then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- Emails that may have arrived and whose key the provider may have forgotten before another attempt ends.
  with uncertain as (
    select m.id from public.mails m
    where m.next_attempt_at <= now()
      and m.purpose <> 'newsletter-issue'
      and m.sealed is not null
      and (m.claimed_until is null or m.claimed_until <= now())
      and m.frozen_at + (p_key_seconds - p_lease_seconds) * interval '1 second' <= now()
    limit 100
    for update skip locked
  )
  update public.mails m
    set state = 'unknown', next_attempt_at = null, claimed_until = null, last_error = coalesce(m.last_error, 'no answer')
    from uncertain
    where m.id = uncertain.id;

  if p_daily_limit is not null then
    gone := private.mails_of_a_day();
    select coalesce(max(s.place), 0), coalesce(least(p_limit, min(floor(p_daily_limit * s.share) - gone)), p_limit)
      into last_share, room
      from unnest(shares) with ordinality s (share, place)
      where floor(p_daily_limit * s.share) > gone;
  end if;

  -- What strangers cause leaves by rank, at a pace: the share of the day, or so many a minute.
  select coalesce(array_agg(s.mail_id), '{}') into listed
    from private.next_strangers(
      case when p_daily_limit is null then private.left_of('strangers-sent', p_strangers_a_minute) else p_limit end
    ) s
    where s.mail_id is not null;

  with due as (
    select m.id from public.mails m
    join private.mail_purposes p on p.purpose = m.purpose
    where m.next_attempt_at <= now()
      and m.purpose <> 'newsletter-issue'
      and (m.claimed_until is null or m.claimed_until <= now())
      -- Excludes emails that were being sent when their campaign was paused and have become due again since.
      and (m.purpose <> 'event-news' or m.sealed is not null
        or not exists (select from public.campaigns t where t.id = m.occurrence and t.paused_at is not null))
      -- An email that was sent before already counts in the day.
      and (m.sealed is not null or last_share >= case
        when m.goes_to_many or m.queue in ('strangers', 'known') then 3
        else p.precedence + 1
      end)
      and (m.id = any (listed) or not (m.queue is not distinct from 'strangers' and m.attempts = 0))
    order by m.goes_to_many, m.queue is not distinct from 'strangers', p.precedence, m.rank nulls first, m.next_attempt_at, m.id
    limit room
    for update of m skip locked
  ),
  claimed as (
    update public.mails m
      set state = 'claimed', attempts = m.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where m.id = due.id
      returning m.id
  )
  select array_agg(c.id) into taken from claimed c;
  -- News that no longer applies keeps its row as dropped, so that admins see the number; emails that may have arrived
  -- remain uncertain.
  update public.mails m
    set claimed_until = null,
      next_attempt_at = null,
      state = case when m.sealed is null then 'dropped' else 'unknown' end,
      settled_at = case when m.sealed is null then now() end,
      last_error = case
        when m.sealed is not null then coalesce(m.last_error, 'no answer')
        when w.suspected_spam then 'spam'
        when t.kind = 'tickets-open' and w.tickets_notified_at is not null and private.is_news(t.kind, t.event_id) then 'told-by-hand'
        else 'not-true'
      end
    from public.campaigns t, public.waitlist_entries w
    where m.id = any (taken)
      and m.purpose = 'event-news'
      and t.id = m.occurrence
      and w.id = m.person
      and private.mail_content(m.purpose, m.person, m.occurrence) is null;

  delete from public.mails m
    where m.id = any (taken) and m.state = 'claimed' and private.mail_content(m.purpose, m.person, m.occurrence) is null;

  update public.mails m
    set told = e.relied_on
    from public.campaigns t
    join public.events e on e.id = t.event_id
    where m.id = any (taken) and m.state = 'claimed' and m.sealed is null
      and m.purpose = 'event-news' and t.id = m.occurrence and t.kind not in ('recap', 'own-words');

  if taken && listed then
    delete from private.spending s where s.what = 'strangers-sent' and s.at <= now() - interval '1 minute';
    perform private.spend('{strangers-sent}', '{}', (
      select count(*) from public.mails m where m.id = any (taken) and m.id = any (listed) and m.state = 'claimed'
    ));
  end if;

  return query
    select m.id, m.purpose, m.idempotency_key, m.attempts, m.sealed, private.mail_content(m.purpose, m.person, m.occurrence)
    from public.mails m
    where m.id = any (taken) and m.state = 'claimed'
    order by m.id;
end;
$$;

grant execute on function public.claim_mails to service_role;

comment on function public.claim_mails is
  'Claims up to p_limit due emails for p_lease_seconds and counts the attempt: emails that one person is waiting for before those to many people, and among them emails about accounts, then about spots, the rest, and last those that strangers cause (mails.queue), which leave p_strangers_a_minute. If only p_daily_limit emails may be sent in 24 hours, strangers'' and other emails are sent until half of them are used, and emails about spots until nine tenths are. No other caller gets a row during its lease. An email that was sent without a response is returned with its sealed payload, to be sent again unchanged, while the provider remembers its key (p_key_seconds); after that it stays unknown. Emails to people who no longer exist are dropped. Issues of the newsletter are sent in batches, by claim_issue_batch.';


-- mail/enqueue_mail.sql

create function private.enqueue_mail(
  p_purpose text,
  p_person uuid,
  p_address_key text,
  p_budgets text[],
  p_keys jsonb default null,
  p_queue text default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  keys constant jsonb := coalesce(p_keys, private.budget_keys(null, p_address_key));
  letters constant integer := case when p_queue is not null then private.letters_of(keys) end;
begin
  -- Serialized, so that a form submitted twice enqueues one email.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || coalesce(p_address_key, p_person::text), 0));
  if private.is_suppressed(p_address_key, p_purpose) then
    return false;
  end if;
  -- Asked for again, a waiting email takes the better place of both, so that nobody can park somebody's email at the end.
  update public.mails m
    set rank = least(m.rank, letters), queue = case when p_queue = 'strangers' then m.queue else p_queue end
    where m.purpose = p_purpose
      and m.person = p_person
      and m.next_attempt_at is not null
      and m.attempts = 0
      and m.queue is not null
      and letters is not null;
  if exists (
      select from public.mails m
      where m.purpose = p_purpose
        and m.person = p_person
        and (
          m.next_attempt_at is not null
          or ((p_address_key is null or m.address_key = p_address_key) and m.created_at > now() - interval '1 minute')
        )
    )
    or private.spend(p_budgets, keys) is not null
  then
    return false;
  end if;

  insert into public.mails (purpose, person, occurrence, address_key, queue, rank)
    select p_purpose, p_person, coalesce(max(m.occurrence), 0) + 1, p_address_key, p_queue, letters
    from public.mails m
    where m.purpose = p_purpose and m.person = p_person;
  if p_queue is not null then
    perform private.spend('{letter}', keys);
  end if;
  return true;
end;
$$;

comment on function private.enqueue_mail is
  'Enqueues an email that someone has caused, within p_budgets of p_keys (budget_keys), in the queue p_queue (mails.queue). Enqueues nothing while such an email is on its way or was queued to the same address in the last minute, and nothing to a suppressed address; without p_address_key, suppression is checked when it is sent. Returns whether it is queued.';


-- mail/erase_mails.sql

create function private.erase_mails(p_address text, p_mail_key text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from public.mails m where m.id in (select private.mails_to(p_address, p_mail_key));
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('mails', removed);
  -- The notice that emails to this account are suppressed is no longer needed.
  delete from private.mail_suppressions s where s.address_key = p_mail_key and s.stream = 'keys';
  return erased;
end;
$$;

comment on function private.erase_mails is
  'Erases emails to the owner of an address; must run while the rows they are about still exist. Suppressions of the address remain, as a digest.';


-- mail/freeze_mails.sql

create function public.freeze_mails(p_frozen jsonb) returns bigint[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  given record;
  ids bigint[] := '{}';
begin
  for given in
    select g.*, m.purpose, m.person, m.by_holder
    from jsonb_to_recordset(p_frozen) as g (id bigint, attempt integer, sealed text, payload_digest text, address_key text, token_digest text)
    join public.mails m on m.id = g.id
    where m.attempts = g.attempt
      and m.state = 'claimed'
      and m.sealed is null
      and private.mail_content(m.purpose, m.person, m.occurrence) is not null
    order by g.id
    for update of m
  loop
    if private.is_suppressed(given.address_key, given.purpose) then
      update public.mails m
        set state = 'refused', address_key = given.address_key, last_error = 'suppressed', next_attempt_at = null, claimed_until = null, settled_at = now()
        where m.id = given.id;
      continue;
    end if;
    if given.by_holder and given.payload_digest = (
      select p.payload_digest from public.mails p
      where p.purpose = given.purpose and p.person = given.person and p.state in ('accepted', 'bounced', 'complained')
      order by p.id desc
      limit 1
    ) then
      delete from public.mails m where m.id = given.id;
      continue;
    end if;
    update public.mails m
      set sealed = given.sealed, payload_digest = given.payload_digest, address_key = given.address_key, frozen_at = now(), frozen_attempt = m.attempts
      where m.id = given.id;
    if given.token_digest is not null then
      perform private.keep_mail_link(given.purpose, given.person, given.token_digest);
    end if;
    ids := ids || given.id;
  end loop;
  return ids;
end;
$$;

grant execute on function public.freeze_mails to service_role;

comment on function public.freeze_mails is
  'Stores the payloads of emails just claimed ([{id, attempt, sealed, payload_digest, address_key, token_digest}]) and makes the links in them valid; token_digest is null if there is no link. Returns the ids that may be sent: those whose claim still holds, whose person still exists and whose address is not suppressed; not those that the holder of a link has caused and that say what the one before said.';


-- mail/give_up_batches.sql

create function private.give_up_batches() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with broken as (
    delete from private.mail_batches b
      using (select distinct o.batch_id from old_rows o where o.batch_id is not null) gone
      where b.id = gone.batch_id and b.sealed is not null and b.claimed_until is null
      returning b.id, b.last_error
  )
  update public.mails m
    set state = 'unknown', claimed_until = null, last_error = coalesce(broken.last_error, 'no answer')
    from broken
    where m.batch_id = broken.id;
  -- A batch that is being sent keeps no addresses for another attempt.
  update private.mail_batches b
    set sealed = ''
    from (select distinct o.batch_id from old_rows o where o.batch_id is not null) gone
    where b.id = gone.batch_id and b.sealed is not null;
  return null;
end;
$$;

comment on function private.give_up_batches is
  'Trigger: a batch is not sent again after one of its emails was deleted because its reader was erased; the results of its other emails remain unknown unless the provider still responds.';


-- mail/handle_mail_events.sql

create function private.handle_mail_events(p_provider_id text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  with worst as (
    select v.kind
    from private.mail_events v
    where v.provider_id = p_provider_id and v.kind <> 'unknown'
    order by array_position(array['complained', 'bounced', 'undetermined', 'failed'], v.kind)
    limit 1
  ),
  told as (
    update public.mails m
      set state = case worst.kind when 'undetermined' then 'bounced' when 'failed' then 'refused' else worst.kind end,
        last_error = case when worst.kind = 'failed' then 'failed' else m.last_error end
      from worst
      where m.provider_id = p_provider_id and m.state in ('accepted', 'refused', 'bounced', 'complained')
      returning m.address_key, m.purpose, m.person, worst.kind
  ),
  left_newsletter as (
    update public.newsletter_subscribers s
      set left_at = now()
      from told t
      where t.kind = 'complained' and private.mail_stream(t.purpose) = 'newsletter' and s.id = t.person and s.left_at is null
  )
  insert into private.mail_suppressions as s (address_key, stream, reason)
    select distinct t.address_key, stream, case t.kind when 'complained' then t.kind else 'bounced' end
    from told t
    -- An address that does not exist gets nothing more; a complaint stops only the stream it is about. Nothing that
    -- strangers can cause stops emails about an admin's account. What is undetermined may arrive next time: a ticket is
    -- worth the attempt, an issue is not.
    cross join unnest(array['keys', 'transactional', 'newsletter']) stream
    where case
      when t.kind = 'failed' then false
      when t.kind = 'undetermined' then stream = 'newsletter'
      when stream = 'keys' then t.kind = 'bounced' and private.mail_stream(t.purpose) = 'keys'
      else t.kind = 'bounced' or stream = private.mail_stream(t.purpose)
    end
    on conflict (address_key, stream) do update set reason = excluded.reason where excluded.reason = 'complained';
end;
$$;

comment on function private.handle_mail_events is
  'Applies the worst of what the provider has reported about one of its emails, in any order. A complaint stops its stream, and one about the newsletter also unsubscribes; a bounce stops all streams, but emails about an admin''s account only if one of them bounced, and an undetermined one only the newsletter; a failure stops nothing.';


-- mail/is_editors_mail.sql

create function private.is_editors_mail(p_purpose text) returns boolean
language sql
stable
return (select p.editors_see from private.mail_purposes p where p.purpose = p_purpose);

comment on function private.is_editors_mail is
  'Whether editors see emails with a purpose.';


-- mail/is_suppressed.sql

create function private.is_suppressed(p_address_key text, p_purpose text) returns boolean
language plpgsql
stable
as $$
begin
  return exists (
    select from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = private.mail_stream(p_purpose)
  );
end;
$$;

comment on function private.is_suppressed is
  'Whether emails with this purpose to the owner of an address are suppressed.';


-- mail/keep_mail_link.sql

create function private.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not (
    private.keep_status_link(p_purpose, p_person, p_token_digest)
    or private.keep_series_link(p_purpose, p_person, p_token_digest)
    or private.keep_programme_link(p_purpose, p_person, p_token_digest)
    or private.keep_proposal_link(p_purpose, p_person, p_token_digest)
    or private.keep_newsletter_link(p_purpose, p_person, p_token_digest)
    or private.keep_account_link(p_purpose, p_person, p_token_digest)
  ) then
    raise exception 'no noun keeps the link of a mail of purpose %', p_purpose using errcode = 'case_not_found';
  end if;
end;
$$;

comment on function private.keep_mail_link is
  'Makes the link in an email valid, by the digest of its token; each feature handles its own purposes.';


-- mail/lift_suppression.sql

create function public.lift_suppression(p_actor uuid, p_address_key text, p_stream text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  lifted private.mail_suppressions;
begin
  if not exists (select from public.admin_users a where a.id = p_actor and a.role = 'owner') then
    raise exception 'only owners may allow mails to an address again' using errcode = 'insufficient_privilege';
  end if;
  delete from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = p_stream and s.reason in ('not-mine', 'bounced')
    returning s.* into lifted;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'delete', 'mail_suppressions', lifted.address_key, jsonb_build_object('stream', lifted.stream, 'reason', lifted.reason)
    from auth.users u where u.id = p_actor;
  return true;
end;
$$;

grant execute on function public.lift_suppression to service_role;

comment on function public.lift_suppression is
  'For the owner p_actor: allows emails of a stream to an address again, given by its keyed digest, which is all that is logged. Returns false if the stream is not suppressed, or if the address owner has complained or had the address erased, which nobody can override.';


-- mail/mail_overview.sql

create function public.mail_overview(p_state text, p_page integer) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  per_page constant integer := 50;
  sees_all constant boolean := public.is_owner();
begin
  perform private.require_admin();
  return (
    with troubled as (
      select m.*, case m.state when 'unknown' then 'uncertain' else m.state end as trouble
      from public.mails m
      where (m.state in ('refused', 'bounced', 'complained') or (m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null))
        and (sees_all or private.is_editors_mail(m.purpose))
    ),
    page as (
      select t.*, private.mail_content(t.purpose, t.person, t.occurrence) as content
      from (
        select * from troubled
        where p_state = '' or trouble = p_state
        order by created_at desc, id desc
        limit per_page offset (greatest(p_page, 1) - 1) * per_page
      ) t
    )
    select jsonb_build_object(
      'uncertain', (select count(*) from troubled where trouble = 'uncertain'),
      'resendable', (select count(*) from troubled where trouble = 'uncertain' and private.mail_stream(purpose) <> 'newsletter'),
      'due', others.due + issues.due,
      'due_since', least(others.since, issues.since),
      'total', (select count(*) from troubled where p_state = '' or trouble = p_state),
      'per_page', per_page,
      'mails', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', p.id,
              'purpose', p.purpose,
              'trouble', p.trouble,
              'email', p.content ->> 'email',
              'is_queued', p.content is not null,
              'is_resendable', p.trouble = 'uncertain' and private.mail_stream(p.purpose) <> 'newsletter',
              'answer', p.last_error,
              'attempts', p.attempts,
              'created_at', p.created_at
            )
            order by p.created_at desc, p.id desc
          ),
          '[]'
        )
        from page p
      )
    )
    -- Two queries, so that each uses its own index.
    from (
      select count(*) as due, min(m.next_attempt_at) as since
      from public.mails m
      where m.next_attempt_at <= now()
        and m.purpose <> 'newsletter-issue'
        -- Those in the strangers' queue are counted by strangers_queue.
        and not (m.queue is not distinct from 'strangers' and m.attempts = 0)
    ) others
    cross join (
      select count(*) as due, min(m.next_attempt_at) as since
      from public.mails m where m.next_attempt_at <= now() and m.purpose = 'newsletter-issue'
    ) issues
  );
end;
$$;

-- for admins: reads emails about events and messages that failed, with addresses
grant execute on function public.mail_overview to authenticated;

comment on function public.mail_overview is
  'For admins: returns how many emails are due and since when, how many are uncertain, and a page of those that are uncertain, refused, bounced or complained about (p_state; empty for all of them), latest first, with the current address of the recipient. Among these, editors see only emails about events and messages.';


-- mail/mail_retention.sql

create function private.mail_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    -- News that a person got is remembered as long as their entry, so that they are not notified twice.
    ('mail', interval '30 days', 'public.mails', 't.created_at <= now() - $1 and not (t.purpose = ''event-news'' and exists (select from public.waitlist_entries w where w.id = t.person))', null),
    ('mail', interval '30 days', 'private.mail_events', 't.created_at <= now() - $1', null);
$$;

comment on function private.mail_retention is
  'Returns how long sent emails and their results are kept.';


-- mail/mail_stream.sql

create function private.mail_stream(p_purpose text) returns text
language sql
stable
return (select p.stream from private.mail_purposes p where p.purpose = p_purpose);

comment on function private.mail_stream is
  'Returns the email stream that a purpose belongs to.';


-- mail/mails_of_a_day.sql

create function private.mails_of_a_day() returns bigint
language sql
stable
return (
  select count(*)
  from public.mails m
  where m.created_at > now() - interval '5 days'
    and m.purpose <> 'newsletter-issue'
    and (m.frozen_at > now() - interval '24 hours' or (m.state = 'claimed' and m.frozen_at is null))
);

comment on function private.mails_of_a_day is
  'Returns how many emails, without those of newsletter issues, were sent in the last 24 hours or are being sent.';


-- mail/next_attempt.sql

create function private.next_attempt(p_attempts integer, p_since timestamptz, p_wait_seconds integer) returns timestamptz
language sql
stable
return (
  select case
    when now() < p_since + interval '3 days' then greatest(
      -- The last attempt is made when the three days end, or later if the receiver asks for it.
      least(now() + least(interval '1 minute' * 2 ^ least(p_attempts - 1, 20), longest.pause), p_since + interval '3 days'),
      now() + least(greatest(coalesce(p_wait_seconds, 0), 0) * interval '1 second', longest.pause)
    )
  end
  from (select interval '6 hours' as pause) longest
);

comment on function private.next_attempt is
  'Returns when something that has failed p_attempts times is tried again: after 1, 2, 4 minutes and so on up to 6 hours, and not before p_wait_seconds, at most 6 hours. Null once 3 days have passed since p_since.';


-- mail/next_strangers.sql

create function private.next_strangers(p_most bigint) returns table (mail_id bigint, outbox_id bigint)
language sql
stable
as $$
  select next.mail_id, next.outbox_id
  from (
    (
      select m.id as mail_id, null::bigint as outbox_id, m.rank, m.next_attempt_at
      from public.mails m
      where m.queue = 'strangers' and m.attempts = 0 and m.next_attempt_at <= now()
      order by m.rank, m.next_attempt_at, m.id
      limit p_most
    )
    union all
    (
      select null, o.id, o.rank, o.next_attempt_at
      from public.outbox o
      where o.rank is not null and o.attempts = 0 and o.next_attempt_at <= now() and o.delivered_at is null and o.failed_at is null
      order by o.rank, o.next_attempt_at, o.id
      limit p_most
    )
  ) next
  order by next.rank, next.next_attempt_at, next.mail_id, next.outbox_id
  limit p_most;
$$;

comment on function private.next_strangers is
  'Returns the next p_most of the one queue of what strangers cause, by rank, then by time: emails, and addresses for the newsletter provider, which writes to them.';


-- mail/note_mail_event.sql

create function public.note_mail_event(p_id text, p_provider_id text, p_kind text, p_at timestamptz) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.mail_events (id, provider_id, kind, at) values (p_id, p_provider_id, p_kind, p_at) on conflict do nothing;
  if not found then
    return false;
  end if;
  perform private.handle_mail_events(p_provider_id);
  return true;
end;
$$;

grant execute on function public.note_mail_event to service_role;

comment on function public.note_mail_event is
  'Records what the provider reports about one of its emails, or the type of an event that this version does not know. Returns false for what is already recorded.';


-- mail/refuse_mail.sql

create function private.refuse_mail(p_address_key text) returns void
language sql
as $$
  insert into private.mail_suppressions (address_key, stream, reason)
    select p_address_key, 'transactional', 'not-mine' where p_address_key is not null
    on conflict do nothing;
$$;

comment on function private.refuse_mail is
  'Records that the owner of an address, given by its keyed digest, has asked for nothing, so that no visitor can cause another email to it. Does nothing for null.';


-- mail/remake_mails.sql

create function private.remake_mails(p_person uuid) returns void
language sql
as $$
  update public.mails m
    set state = 'due', claimed_until = null, attempts = m.attempts + 1
    where m.person = p_person and m.state = 'claimed' and m.sealed is null;
$$;

comment on function private.remake_mails is
  'Makes emails that are just being composed for a person whose address or link has changed due again; the result of the present attempt no longer counts.';


-- mail/resolve_uncertain_mails.sql

create function public.resolve_uncertain_mails(p_action text, p_ids bigint[] default null::bigint[]) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  sees_all constant boolean := public.is_owner();
  resolved integer;
begin
  perform private.require_admin();
  if p_action is null or p_action not in ('send', 'leave') then
    raise exception 'uncertain mails are sent again, or left' using errcode = 'invalid_parameter_value';
  end if;

  with decided as (
    update public.mails m
      set state = case p_action when 'send' then 'due' else 'left' end,
        -- The provider has forgotten the key, and the three days of retries begin again.
        idempotency_key = case p_action when 'send' then gen_random_uuid() else m.idempotency_key end,
        created_at = case p_action when 'send' then now() else m.created_at end,
        next_attempt_at = case p_action when 'send' then now() end,
        settled_at = case p_action when 'leave' then now() end,
        sealed = null,
        frozen_at = case p_action when 'leave' then m.frozen_at end,
        frozen_attempt = case p_action when 'leave' then m.frozen_attempt end,
        payload_digest = case p_action when 'leave' then m.payload_digest end
      where m.state = 'unknown'
        and num_nonnulls(m.next_attempt_at, m.batch_id) = 0
        and (sees_all or private.is_editors_mail(m.purpose))
        and (p_ids is null or m.id = any (p_ids))
        and (p_action = 'leave' or private.mail_stream(m.purpose) <> 'newsletter')
      returning m.id, m.state
  ),
  logged as (
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select u.id, u.email, 'update', 'mails', d.id::text, jsonb_build_object('state', jsonb_build_object('old', 'unknown', 'new', d.state))
      from decided d
      join auth.users u on u.id = auth.uid()
  )
  select count(*) into resolved from decided;
  return resolved;
end;
$$;

-- for admins: writes that uncertain emails about events and messages are sent again or left
grant execute on function public.resolve_uncertain_mails to authenticated;

comment on function public.resolve_uncertain_mails is
  'Applies an admin''s decision about emails that may or may not have arrived: send (due again under a new key, with newly composed address and content; never for the newsletter stream) or leave. Without p_ids, applies to all of them. Returns the number of emails.';


-- mail/send_test_mail.sql

create function public.send_test_mail() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not private.enqueue_mail('test-email', auth.uid(), null, '{test-email}', jsonb_build_object('account', auth.uid())) then
    return false;
  end if;
  -- The email itself is kept for 30 days; the fact that there was one, forever.
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'insert', 'mails', m.id::text, jsonb_build_object('purpose', m.purpose)
    from auth.users u
    join public.mails m on m.person = u.id and m.purpose = 'test-email'
    where u.id = auth.uid()
    order by m.id desc
    limit 1;
  return true;
end;
$$;

-- for admins: writes a test email to themselves into the queue, and into the log
grant execute on function public.send_test_mail to authenticated;

comment on function public.send_test_mail is
  'Enqueues an email to the calling admin, which shows whether emails from this site arrive. Returns false when one is on its way or was queued within the last minute, or the budget of the account is spent.';


-- mail/settle_mails.sql

create function public.settle_mails(p_settled jsonb) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  settled record;
  count integer := 0;
begin
  for settled in
    select * from jsonb_to_recordset(p_settled) as s (id bigint, attempt integer, outcome text, provider_id text, error text, wait integer) order by s.id
  loop
    if settled.outcome is null or settled.outcome not in ('accepted', 'refused', 'later', 'unknown') then
      raise exception 'the outcome is accepted, refused, later or unknown' using errcode = 'invalid_parameter_value';
    end if;
    update public.mails m
      set claimed_until = null,
        state = next.state,
        provider_id = coalesce(settled.provider_id, m.provider_id),
        last_error = case when settled.outcome <> 'accepted' then left(settled.error, 500) end,
        next_attempt_at = case when next.state in ('due', 'unknown') then next.at end,
        sealed = case when next.state = 'unknown' then m.sealed end,
        frozen_at = case when next.state <> 'due' then m.frozen_at end,
        frozen_attempt = case when next.state <> 'due' then m.frozen_attempt end,
        payload_digest = case when next.state <> 'due' then m.payload_digest end,
        settled_at = case when next.state in ('accepted', 'refused') then now() end
      from (
        select c.id, at,
          case
            when settled.outcome <> 'later' then settled.outcome
            -- An earlier attempt with this payload may have arrived.
            when c.frozen_attempt < c.attempts then 'unknown'
            when at is null then 'refused'
            else 'due'
          end as state
        from public.mails c
        cross join lateral (select private.next_attempt(c.attempts, c.created_at, settled.wait) as at) pause
        where c.id = settled.id and c.attempts = settled.attempt and c.state = 'claimed'
        for update of c
      ) next
      where m.id = next.id;
    if found then
      count := count + 1;
      if settled.provider_id is not null then
        perform private.handle_mail_events(settled.provider_id);
      end if;
    end if;
  end loop;
  return count;
end;
$$;

grant execute on function public.settle_mails to service_role;

comment on function public.settle_mails is
  'Records the results of attempts ([{id, attempt, outcome, provider_id, error, wait}]): accepted, refused, later (certainly not accepted: due again, with newly composed address and content) or unknown (kept frozen). Ignores attempts that are not in progress. Returns the number recorded.';


-- mail/strangers_queue.sql

create function public.strangers_queue(p_daily_limit integer default null, p_strangers_a_minute integer default 20) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.strangers_wait(null, p_daily_limit, p_strangers_a_minute);
end;
$$;

-- for admins: reads how many emails of visitors' forms wait for their turn
grant execute on function public.strangers_queue to authenticated;

comment on function public.strangers_queue is
  'For admins: returns {waiting, minutes}: how many emails that visitors'' forms have caused wait for their turn, and in about how many minutes the last of them leaves.';


-- mail/strangers_wait.sql

create function private.strangers_wait(p_rank integer, p_daily_limit integer, p_strangers_a_minute integer) returns jsonb
language plpgsql
stable
as $$
declare
  half constant numeric := floor(p_daily_limit * 0.5);
  ahead bigint;
  gone bigint;
begin
  select count(*) into ahead
    from (
      select from public.mails m
      where m.queue = 'strangers' and m.attempts = 0 and m.next_attempt_at is not null and (p_rank is null or m.rank <= p_rank)
      union all
      select from public.outbox o
      where o.rank is not null and o.attempts = 0 and o.delivered_at is null and o.failed_at is null and (p_rank is null or o.rank <= p_rank)
    ) waiting;
  if half is not null then
    gone := private.mails_of_a_day();
  end if;
  return jsonb_build_object(
    'waiting', ahead,
    'minutes', case
      when half is null then ceil(ahead / p_strangers_a_minute::numeric)
      when ahead <= half - gone then 0
      -- The half of a day's emails is used up, and each becomes free again 24 hours after it was sent.
      else ceil(1440 * greatest(ahead - greatest(half - gone, 0), 1) / greatest(half, 1))
    end
  );
end;
$$;

comment on function private.strangers_wait is
  'Returns {waiting, minutes}: how many emails that strangers cause are waiting up to a rank (null: all), and in about how many minutes the last of them leaves, at the pace of claim_mails.';


-- mail/suppressions_of.sql

create function public.suppressions_of(p_address_key text) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_owner();
  return (
    select coalesce(
      jsonb_agg(jsonb_build_object('stream', s.stream, 'reason', s.reason, 'created_at', s.created_at) order by s.stream desc),
      '[]'
    )
    from private.mail_suppressions s
    where s.address_key = p_address_key
  );
end;
$$;

-- for owners
grant execute on function public.suppressions_of to authenticated;

comment on function public.suppressions_of is
  'For owners: returns the streams in which emails to an address, given by its keyed digest, are suppressed, why and since when.';


-- mail/test_mail_content.sql

create function private.test_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case when p_purpose = 'test-email' then (
  select jsonb_build_object('email', u.email)
  from public.admin_users a
  join auth.users u on u.id = a.id
  where a.id = p_person
) end;

comment on function private.test_mail_content is
  'Implements mail_content for the test email that an admin sends to themselves.';


-- named-links/counted_links.sql

create function public.counted_links(p_event uuid default null, p_series uuid default null) returns table (
  id uuid,
  slug text,
  name text,
  sign_ups bigint,
  confirmed bigint
)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select l.id, l.slug, l.name, count(c.came_by), count(c.confirmed_at)
    from public.named_links l
    left join (
      select w.came_by, w.confirmed_at
      from public.waitlist_entries w
      where w.event_id = p_event and not w.suspected_spam
      union all
      select s.came_by, s.confirmed_at
      from private.series_subscriptions s
      where s.series_id = p_series
      union all
      select n.came_by, n.confirmed_at
      from public.newsletter_subscribers n
      where num_nonnulls(p_event, p_series) = 0 and not n.suspected_spam and n.left_at is null
    ) c on c.came_by = l.slug
    where l.event_id is not distinct from p_event and l.series_id is not distinct from p_series
    group by l.id
    order by l.created_at, l.slug;
end;
$$;

-- for admins: reads how many people came by each named link
grant execute on function public.counted_links to authenticated;

comment on function public.counted_links is
  'For admins: returns the named links of an event or a series, or of the newsletter where both are null, each with the number of people who came by it, and of those whose address is confirmed. It counts the rows as they are now.';


-- newsletter/ask_to_confirm.sql

create function public.ask_to_confirm() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked integer;
begin
  perform private.require_owner();
  with asking as (
    update public.newsletter_subscribers s
      set confirmation_asked_at = now(), confirm_by = case when s.imported_from is not null then now() + private.unconfirmed_period() end
      where not s.suspected_spam and s.confirmed_at is null and s.left_at is null and s.confirm_by is null and s.confirmation_asked_at is null
      returning s.id
  )
  insert into public.mails (purpose, person, occurrence)
    select 'newsletter-confirm', a.id, coalesce((select max(m.occurrence) from public.mails m where m.purpose = 'newsletter-confirm' and m.person = a.id), 0) + 1
    from asking a;
  get diagnostics asked = row_count;
  return asked;
end;
$$;

-- for owners
grant execute on function public.ask_to_confirm to authenticated;

comment on function public.ask_to_confirm is
  'Enqueues one email to everyone who has to be asked for a confirmation and never was: addresses from before confirmations were introduced, imported addresses, and those that an admin has corrected or moved out of suspected spam. Imported ones have 30 days to confirm. Returns the number of people asked.';


-- newsletter/begin_newsletter_request.sql

create function public.begin_newsletter_request(p_email_key text, p_strangers_a_minute integer default 20) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from private.newsletter_pause p where p.ends_at > now()) then
    return jsonb_build_object('allowed', false, 'paused', true, 'in_turn', false, 'last', null);
  end if;
  -- The provider writes to the address, so it is asked in the queue of emails that strangers cause.
  if private.left_of('strangers-sent', p_strangers_a_minute) = 0 or exists (select from private.next_strangers(1)) then
    return jsonb_build_object('allowed', false, 'paused', false, 'in_turn', true, 'last', null);
  end if;

  insert into private.newsletter_requests as r (email_key, asked_at) values (p_email_key, array[now()])
    on conflict (email_key) do update
    set asked_at = array(select t from unnest(r.asked_at) t where t > now() - private.newsletter_request_period() order by t) || now(),
      last_asked_at = now(),
      last_outcome = case when r.last_asked_at > now() - private.newsletter_request_period() then r.last_outcome end
    where (select count(*) from unnest(r.asked_at) t where t > now() - private.newsletter_request_period()) < 3;
  if found then
    perform private.spend('{strangers-sent}', '{}');
    return jsonb_build_object('allowed', true, 'paused', false, 'in_turn', false, 'last', null);
  end if;
  return jsonb_build_object(
    'allowed', false,
    'paused', false,
    'in_turn', false,
    'last', (select r.last_outcome from private.newsletter_requests r where r.email_key = p_email_key)
  );
end;
$$;

grant execute on function public.begin_newsletter_request to service_role;

comment on function public.begin_newsletter_request is
  'Counts a request to the newsletter provider about an address and returns whether it is allowed: 3 times within 24 hours, and never while the provider is paused or others are waiting for their turn (in_turn). After the third time, also returns the last outcome, null if it is not known.';


-- newsletter/end_newsletter_request.sql

create function public.end_newsletter_request(
  p_email_key text,
  p_outcome jsonb,
  p_pause_seconds integer default 0
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_pause_seconds > 0 then
    insert into private.newsletter_pause as p (ends_at)
      values (now() + least(p_pause_seconds * interval '1 second', interval '6 hours'))
      on conflict (only_row) do update set ends_at = greatest(p.ends_at, excluded.ends_at);
  end if;
  update private.newsletter_requests r set last_outcome = p_outcome where r.email_key = p_email_key;
  return found;
end;
$$;

grant execute on function public.end_newsletter_request to service_role;

comment on function public.end_newsletter_request is
  'Stores the newsletter provider''s response about an address and, with p_pause_seconds (at most 6 hours), for how long it accepts no requests.';


-- newsletter/erase_subscriber.sql

create function private.erase_subscriber(p_address text, p_newsletter_key text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from private.newsletter_address_changes c where lower(c.email) = p_address or lower(c.old_email) = p_address;
  delete from public.newsletter_subscribers s where lower(s.email) = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('newsletter_subscribers', removed);
  delete from private.newsletter_requests r where r.email_key = p_newsletter_key;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('newsletter_requests', removed);
  return erased;
end;
$$;

comment on function private.erase_subscriber is
  'Erases the newsletter subscriptions of the owner of an address.';


-- newsletter/forget_confirmation.sql

create function private.forget_confirmation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if lower(new.email) = lower(old.email) then
    return new;
  end if;
  delete from private.newsletter_links l where l.subscriber_id = old.id;
  if new.link_generation = old.link_generation then
    new.link_generation := old.link_generation + 1;
    new.confirmed_at := null;
    new.confirmation_asked_at := null;
  end if;
  return new;
end;
$$;

comment on function private.forget_confirmation is
  'Trigger: when an address changes, links sent to the old one become invalid, and an address corrected by an admin has to be confirmed again.';


-- newsletter/is_refused_by_newsletter.sql

create function private.is_refused_by_newsletter(p_address_key text) returns boolean
language sql
stable
return exists (
  select from private.mail_suppressions s
  where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason <> 'erased'
);

comment on function private.is_refused_by_newsletter is
  'Whether the newsletter is permanently suppressed for an address: its owner complained or never asked for it, or it does not exist. A person who had it erased may ask for it again.';


-- newsletter/judge_subscriber_import.sql

create function private.judge_subscriber_import(p_import uuid) returns void
language plpgsql
as $$
begin
  update private.import_rows r
    set state = case when known.refusal is null then 'there' else 'refused' end, refusal = known.refusal
    from (
      select
        l.line,
        (case
          when exists (select from private.mail_suppressions m where m.address_key = l.address_key and m.stream <> 'keys') then 'suppressed'
          when s.left_at is not null then 'left'
        end)::public.import_refusal as refusal,
        s.id is not null as is_there
      from private.import_rows l
      left join lateral (
        select s.id, s.left_at
        from public.newsletter_subscribers s
        where lower(s.email) = lower(l.email)
        order by s.suspected_spam
        limit 1
      ) s on true
      where l.import_id = p_import and l.state = 'new'
    ) known
    where r.import_id = p_import and r.line = known.line and (known.refusal is not null or known.is_there);
  update private.import_rows r
    set row_id = s.id
    from public.newsletter_subscribers s
    where r.import_id = p_import and r.refusal = 'departed' and r.made_at is null and lower(s.email) = lower(r.email)
      and not s.suspected_spam and s.imported_from is not null and s.consent_version is null
      and s.confirmed_at is null and s.left_at is null;
end;
$$;

comment on function private.judge_subscriber_import is
  'Judges which people of a file are already subscribed; refuses those who have left and those whose address is suppressed. Suspected spam counts as there. Of those who left according to the file, finds who was imported before and has neither confirmed nor signed up here.';


-- newsletter/keep_for_provider.sql

create function public.keep_for_provider(
  p_email text,
  p_consent_version text,
  p_page text,
  p_sender jsonb default null,
  p_in_turn boolean default false
) returns public.keep_for_provider_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber uuid;
  bytes constant bigint := 1000;
  letters constant integer := case when p_in_turn then private.letters_of(p_sender) end;
begin
  if not private.reserve_bytes(private.budget_keys(p_sender, null), bytes) then
    return 'full';
  end if;
  insert into public.newsletter_subscribers as s (email, requested_at, consent_version, consent_page, keep_until)
    values (p_email, now(), p_consent_version, p_page, now() + private.kept_for_provider_period())
    on conflict (lower(email)) where not suspected_spam do update
    -- An address that was on our own list before stays on it.
    set keep_until = case when s.keep_until is not null then excluded.keep_until end
    returning s.id into subscriber;
  perform private.note_stored('subscriber', subscriber, p_sender, bytes);
  if p_in_turn then
    perform private.spend('{letter}', private.budget_keys(p_sender, null));
  end if;
  -- A delivery in progress continues; one that has ended starts over.
  insert into public.outbox as o (kind, subscriber_id, next_attempt_at, rank)
    values ('newsletter', subscriber, case when p_in_turn then now() else now() + interval '1 minute' end, letters)
    on conflict (subscriber_id) do update
    set rank = excluded.rank,
      idempotency_key = gen_random_uuid(),
      attempts = 0,
      next_attempt_at = excluded.next_attempt_at,
      delivered_at = null,
      failed_at = null,
      last_error = null,
      created_at = now()
    where o.delivered_at is not null or o.failed_at is not null;
  -- As emails do: asked for again, it takes the better place of both.
  update public.outbox o set rank = least(o.rank, letters) where o.subscriber_id = subscriber and o.rank is not null and o.attempts = 0;
  return 'kept';
end;
$$;

grant execute on function public.keep_for_provider to service_role;

comment on function public.keep_for_provider is
  'Stores an address that the newsletter provider could not take just now, and enqueues its delivery in the outbox, due in a minute; with p_in_turn, one that begin_newsletter_request has put in the queue, due in its turn. Once per address. p_sender is what budget_keys takes. Returns kept, or full (the reserve of bytes is used up; nothing is stored).';


-- newsletter/keep_newsletter_link.sql

create function private.keep_newsletter_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  case p_purpose
    when 'newsletter-confirm', 'newsletter-first' then
      insert into private.newsletter_links (token_digest, subscriber_id)
        values (p_token_digest, p_person)
        on conflict do nothing;
    when 'newsletter-address' then
      update private.newsletter_address_changes c set token_digest = p_token_digest where c.id = p_person;
    else
      return false;
  end case;
  return true;
end;
$$;

comment on function private.keep_newsletter_link is
  'Implements keep_mail_link for the emails to subscribers.';


-- newsletter/kept_for_provider_period.sql

create function private.kept_for_provider_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';

comment on function private.kept_for_provider_period is
  'How long an address that the newsletter provider could not take is kept.';


-- newsletter/leave_newsletter.sql

create function public.leave_newsletter(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.newsletter_subscribers s
    set left_at = now(), confirm_by = null
    from private.newsletter_links l
    where l.token_digest = p_token_digest and s.id = l.subscriber_id and s.left_at is null;
  return found;
end;
$$;

grant execute on function public.leave_newsletter to service_role;

comment on function public.leave_newsletter is
  'Unsubscribes the holder of this link from the newsletter; they can return for 30 days. Returns false when nothing has changed.';


-- newsletter/newsletter_address_change_period.sql

create function private.newsletter_address_change_period() returns interval
language sql
immutable
parallel safe
return interval '7 days';

comment on function private.newsletter_address_change_period is
  'How long a new address for the newsletter can be confirmed.';


-- newsletter/newsletter_request_period.sql

create function private.newsletter_request_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';

comment on function private.newsletter_request_period is
  'How long requests to the newsletter provider about an address count.';


-- newsletter/newsletter_that_may_go.sql

create function private.newsletter_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('subscriber', 'public.newsletter_subscribers', 't.confirmed_at is null and t.left_at is null and t.imported_from is null and t.keep_until is null');
$$;

comment on function private.newsletter_that_may_go is
  'Implements rows_that_may_go.';


-- newsletter/sends_first_letter.sql

create function private.sends_first_letter() returns boolean
language sql
stable
return not exists (
  select from public.site_settings s where s.settings ->> 'first_letter_goes' = 'Do not send it'
);

comment on function private.sends_first_letter is
  'Whether who confirms an address for the newsletter gets a first letter, which owners can switch off.';


-- newsletter/subscribe.sql

create function public.subscribe(
  p_email text,
  p_suspected_spam boolean,
  p_consent_version text default null,
  p_page text default null,
  p_address_key text default null,
  p_sender jsonb default null,
  p_from text default null
) returns public.subscribe_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new boolean;
  subscriber uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 1000;
  until constant timestamptz := case
    when p_address_key is not null and not p_suspected_spam then now() + private.unconfirmed_period()
  end;
  link constant text := (
    select l.slug from public.named_links l where num_nonnulls(l.event_id, l.series_id) = 0 and l.slug = p_from
  );
begin
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  insert into public.newsletter_subscribers
      (email, suspected_spam, requested_at, consent_version, consent_page, confirm_by, came_by)
    values (p_email, p_suspected_spam, now(), p_consent_version, p_page, until, link)
    on conflict do nothing
    returning id into subscriber;
  is_new := found;
  if is_new then
    perform private.note_stored('subscriber', subscriber, keys, bytes, p_address_key is not null and not p_suspected_spam);
  end if;
  -- It was kept for a provider, and now belongs to our own list.
  update public.newsletter_subscribers s
    set keep_until = null
    where not is_new and not p_suspected_spam and lower(s.email) = lower(p_email) and not s.suspected_spam and s.keep_until is not null;
  if p_address_key is not null and not p_suspected_spam then
    -- A confirmed consent stays as it was; a person who has left starts over.
    update public.newsletter_subscribers s
      set requested_at = now(), consent_version = p_consent_version, consent_page = p_page, came_by = link,
        confirm_by = case when s.confirm_by is not null or s.left_at is not null or s.imported_from is not null then until end
      where not is_new and lower(s.email) = lower(p_email) and not s.suspected_spam and (s.confirmed_at is null or s.left_at is not null);
    perform private.enqueue_mail(
        'newsletter-confirm', s.id, p_address_key, '{newsletter}', keys,
        case when s.confirmed_at is not null and s.left_at is null then 'known' else 'strangers' end
      )
      from public.newsletter_subscribers s
      where lower(s.email) = lower(p_email) and not s.suspected_spam and not private.is_refused_by_newsletter(p_address_key);
  end if;
  return case when is_new then 'subscribed' else 'already-subscribed' end;
end;
$$;

grant execute on function public.subscribe to service_role;

comment on function public.subscribe is
  'Stores an address for the newsletter, with the version of the consent text, the page on which it was requested, and the named link that led there. With p_address_key, the keyed digest of the address, enqueues the email that asks to confirm within 30 days, also to people who are already confirmed, because it links to their page. p_sender is what budget_keys takes. Returns subscribed, already-subscribed or full (nothing is stored: reserve_bytes).';


-- newsletter/unconfirmed_period.sql

create function private.unconfirmed_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';

comment on function private.unconfirmed_period is
  'How long an address can be confirmed for the newsletter.';


-- newsletter/undo_subscriber_import.sql

create function private.undo_subscriber_import(p_import uuid) returns void
language plpgsql
as $$
begin
  with gone as (
    delete from public.newsletter_subscribers s
      using private.import_rows r
      where r.import_id = p_import and r.state = 'new' and s.id = r.row_id and s.updated_at = r.made_at
      returning s.id
  ),
  back as (
    update public.newsletter_subscribers s
      set left_at = null
      from private.import_rows r
      where r.import_id = p_import and r.refusal = 'departed' and s.id = r.row_id and s.updated_at = r.made_at
      returning s.id
  )
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import
      and r.row_id is not null
      and (r.row_id in (select g.id from gone g union all select b.id from back b) or not exists (select from public.newsletter_subscribers s where s.id = r.row_id));
end;
$$;

comment on function private.undo_subscriber_import is
  'Removes the people that an import has added, and returns those whom it let leave, if nobody has touched their row since: neither asked to confirm, nor confirmed, nor corrected.';


-- outbox/claim_outbox.sql

create function public.claim_outbox(
  p_limit integer,
  p_lease_seconds integer,
  p_kinds text[] default array['waitlist'],
  p_strangers_a_minute integer default 20
) returns table (id bigint, idempotency_key uuid, kind text, attempts integer, payload jsonb)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  taken bigint[];
  listed bigint[];
  new_messages bigint;
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- The provider writes to whoever strangers name, so it is asked in the queue of such emails.
  select coalesce(array_agg(s.outbox_id), '{}') into listed
    from private.next_strangers(private.left_of('strangers-sent', p_strangers_a_minute)) s
    where s.outbox_id is not null and 'newsletter' = any (p_kinds);

  with due as (
    select o.id from public.outbox o
    where o.delivered_at is null
      and o.failed_at is null
      and o.next_attempt_at <= now()
      and (o.claimed_until is null or o.claimed_until <= now())
      and o.kind = any (p_kinds)
      and (o.rank is null or o.attempts > 0 or o.id = any (listed))
      and (o.kind <> 'newsletter' or not exists (select from private.newsletter_pause p where p.ends_at > now()))
    order by o.next_attempt_at, o.id
    limit p_limit
    for update skip locked
  ),
  claimed as (
    update public.outbox o
    set attempts = o.attempts + 1,
      claimed_until = now() + p_lease_seconds * interval '1 second',
      idempotency_key = case when o.is_stale then gen_random_uuid() else o.idempotency_key end,
      is_stale = false
    from due
    where o.id = due.id
    returning o.id
  )
  select array_agg(c.id) into taken from claimed c;
  if taken && listed then
    perform private.spend('{strangers-sent}', '{}', (select count(*) from unnest(taken) t where t = any (listed)));
  end if;

  -- Counted by a statement that starts after the row is locked, so that each message is either counted or makes the
  -- notice stale.
  if exists (select from public.outbox o where o.id = any (taken) and o.kind = 'notice') then
    select count(*) into new_messages from public.contact_messages m where m.status = 'new' and not m.suspected_spam;
    if new_messages = 0 then
      delete from public.outbox o where o.id = any (taken) and o.kind = 'notice';
    end if;
  end if;

  return query
    select o.id, o.idempotency_key, o.kind, o.attempts,
      case o.kind
        when 'waitlist' then jsonb_build_object('name', w.name, 'email', w.email, 'event', e.key)
        when 'newsletter' then jsonb_build_object('email', s.email)
        else jsonb_build_object('kind', 'message', 'count', new_messages)
      end
    from public.outbox o
    left join public.waitlist_entries w on w.id = o.waitlist_entry_id
    left join public.events e on e.id = w.event_id
    left join public.newsletter_subscribers s on s.id = o.subscriber_id
    where o.id = any (taken)
    order by o.id;
end;
$$;

grant execute on function public.claim_outbox to service_role;

comment on function public.claim_outbox is
  'Claims up to p_limit due rows of these kinds for p_lease_seconds and counts the attempt. No other caller gets a row during its lease. A notice contains the number of new messages; it is dropped if there are none. While the newsletter provider accepts no requests, its rows wait.';


-- outbox/outbox_retention.sql

create function private.outbox_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    -- Deliveries that belong to an entry or a subscriber are deleted with it; only notices have their own retention.
    ('notice', interval '30 days', 'public.outbox', 't.kind = ''notice'' and t.created_at <= now() - $1', null);
$$;

comment on function private.outbox_retention is
  'Returns how long notices are kept.';


-- outbox/retry_outbox.sql

create function public.retry_outbox(p_id bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.outbox o
    set failed_at = null, next_attempt_at = now()
    where o.id = p_id and o.delivered_at is null;
  return found;
end;
$$;

-- for admins: writes that a delivery is due at once
grant execute on function public.retry_outbox to authenticated;

comment on function public.retry_outbox is
  'Makes a delivery due at once, even one that was given up. Returns false when there is none or it has been delivered.';


-- outbox/settle_outbox.sql

create function public.settle_outbox(
  p_id bigint,
  p_outcome text,
  p_error text,
  p_attempt integer,
  p_wait_seconds integer default null
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  needs_another boolean;
begin
  if p_outcome is null or p_outcome not in ('delivered', 'retry', 'failed') then
    raise exception 'the outcome is delivered, retry or failed' using errcode = 'invalid_parameter_value';
  end if;

  update public.outbox o
    set claimed_until = null,
      delivered_at = case when p_outcome = 'delivered' then now() end,
      failed_at = case
        when p_outcome = 'failed' or (p_outcome = 'retry' and private.next_attempt(o.attempts, o.created_at, p_wait_seconds) is null) then now()
      end,
      next_attempt_at = case
        when p_outcome = 'retry' then coalesce(private.next_attempt(o.attempts, o.created_at, p_wait_seconds), o.next_attempt_at)
        else o.next_attempt_at
      end,
      last_error = case when p_outcome = 'delivered' then null else left(p_error, 500) end
    where o.id = p_id
      and o.attempts = p_attempt
      and o.claimed_until is not null
      and o.delivered_at is null
      and o.failed_at is null
    returning o.is_stale and o.delivered_at is not null into needs_another;
  if needs_another then
    insert into public.outbox (kind) values ('notice') on conflict do nothing;
  end if;
  -- The provider has the address now.
  if needs_another is not null and p_outcome = 'delivered' then
    delete from public.newsletter_subscribers s
      using public.outbox o
      where o.id = p_id and s.id = o.subscriber_id and s.keep_until is not null and s.confirmed_at is null;
  end if;
  return needs_another is not null;
end;
$$;

grant execute on function public.settle_outbox to service_role;

comment on function public.settle_outbox is
  'Records the result of an attempt: delivered, retry (after 1, 2, 4 minutes and so on up to 6 hours, and not before p_wait_seconds, at most 6 hours; failed once 3 days have passed), or failed. A delivered notice that has become stale is followed by another one; an address that was kept only for the newsletter provider is deleted once delivered. Returns false, and changes nothing, when the attempt is not the one in progress.';


-- people/erase_person.sql

create function public.erase_person(
  p_actor uuid,
  p_email text,
  p_account_key text,
  p_newsletter_key text,
  p_mail_key text default null,
  p_recipient_key text default null
) returns jsonb
language plpgsql
security definer
set search_path = ''
set jit = off
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := private.pattern_of_address(address);
  trace constant text := private.trace_of_address(address);
  -- Never longer than what it replaces, so that no text exceeds its limit.
  replacement constant text := left('(erased)', char_length(address));
  account uuid;
  texts record;
  changed integer;
  erased jsonb;
begin
  if not exists (select from public.admin_users a where a.id = p_actor and a.role = 'owner') then
    raise exception 'only owners may erase a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  if num_nulls(p_account_key, p_newsletter_key) > 0
    or p_account_key !~ '^[0-9a-f]{32}$' or p_newsletter_key !~ '^[0-9a-f]{32}$' then
    raise exception 'the address stands under keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;
  -- A transaction that makes this account an admin at the same time either commits before the lock, or no longer finds
  -- the account.
  select u.id into account from auth.users u where lower(u.email) = address limit 1 for update;
  if exists (select from public.admin_users a where a.id = account) then
    return jsonb_build_object('outcome', 'is-admin');
  end if;

  -- The audit log must name the owner as the actor, since the Worker makes the call.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);

  -- Emails first, since they are identified by the rows they are about.
  erased := private.erase_mails(address, p_mail_key);
  erased := erased || private.erase_waitlist_entries(address);
  erased := erased || private.erase_subscriber(address, p_newsletter_key);
  erased := erased || private.erase_series_subscriptions(address);
  erased := erased || private.erase_speaker_contacts(address);
  erased := erased || private.erase_proposals(address);
  erased := erased || private.erase_messages(address);
  erased := erased || private.erase_suggestions(address);
  erased := erased || private.erase_import_rows(address);
  erased := erased || private.erase_account(address, account, p_account_key);
  perform private.erase_spending(p_mail_key, p_recipient_key);

  -- What the site publishes stays as its admins wrote it; they change it by hand.
  changed := 0;
  for texts in
    select * from private.free_texts() t
    where t.table_name in (
      'waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'message_answers',
      'suggestions', 'imports', 'speaker_contacts', 'talk_proposals', 'outbox', 'campaigns', 'entry_answers'
    )
    order by t.table_name
  loop
    declare
      rows_of_table integer;
    begin
      execute format(
        'update %I.%I set %s where %s', texts.table_schema, texts.table_name, texts.assignments, texts.condition
      )
        using pattern, replacement, trace;
      get diagnostics rows_of_table = row_count;
      changed := changed + rows_of_table;
    end;
  end loop;
  erased := erased || jsonb_build_object('texts', changed);

  -- The log comes last, because the changes above have just been logged.
  erased := erased || private.erase_from_log(address);

  if not exists (select from jsonb_each_text(erased) each where each.value <> '0') then
    return jsonb_build_object('outcome', 'nothing-held');
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'erase', 'people', coalesce(account, gen_random_uuid())::text,
      erased || jsonb_build_object('address_digest', p_account_key)
    from auth.users u where u.id = p_actor;
  return jsonb_build_object('outcome', 'erased', 'erased', erased);
end;
$$;

grant execute on function public.erase_person to service_role;

comment on function public.erase_person is
  'For the owner p_actor: deletes what is held about the owner of an address, and removes the address from notes and from what others sent, all or nothing; what the site publishes stays. Returns {outcome: erased, erased: {kind: count}}, {outcome: nothing-held}, or {outcome: is-admin}.';


-- people/free_texts.sql

create function private.free_texts() returns table (table_schema text, table_name text, assignments text, condition text)
language sql
stable
as $$
  with columns as (
    select
      n.nspname::text as table_schema,
      c.relname::text as table_name,
      quote_ident(a.attname) as name,
      a.atttypid = 'jsonb'::regtype as is_json,
      a.attnum as place
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'private')
      and c.relkind = 'r'
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
      -- These columns hold exactly one address each and are compared as a whole.
      and a.attname not in ('email', 'actor_email')
      and not exists (
        select from pg_catalog.pg_constraint k
        where k.conrelid = c.oid and k.conkey = array[a.attnum] and k.conname like '%\_is\_a\_digest'
      )
  )
  select
    columns.table_schema,
    columns.table_name,
    string_agg(
      format(
        case when is_json then '%1$s = private.without_address(%1$s, $1, $2)' else '%1$s = regexp_replace(%1$s, $1, $2, ''gi'')' end,
        name
      ),
      ', ' order by place
    ),
    format(
      'coalesce(%s, false) and (%s)',
      string_agg(name || case when is_json then '::text' else '' end || ' ~ ''@|%40''', ' or ' order by place),
      string_agg(
        format(
          case
            when is_json then 'case when strpos(lower(%1$s::text), $3) > 0 then private.without_address(%1$s, $1, $2) <> %1$s end'
            else 'case when strpos(lower(%1$s), $3) > 0 then %1$s ~* $1 end'
          end,
          name
        ),
        ' or ' order by place
      )
    )
  from columns
  group by columns.table_schema, columns.table_name;
$$;

comment on function private.free_texts is
  'Returns, per table, the SET list and WHERE clause that replace a pattern ($1), with its trace ($3), in every text and JSON column by a replacement ($2). Derived from the catalog, so that columns added later are included. The first part of the condition skips rows without an @ or a %40; large tables have an index on it.';


-- people/personal_data.sql

create function public.personal_data(
  p_email text,
  p_account_key text,
  p_newsletter_key text,
  p_mail_key text default null,
  p_recipient_key text default null
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set jit = off
as $$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := private.pattern_of_address(address);
  trace constant text := private.trace_of_address(address);
  account uuid;
  texts record;
  found_in jsonb;
  mentions jsonb := '[]';
  part jsonb;
  held jsonb;
  counters jsonb := '{}';
begin
  perform private.require_owner();
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  held := jsonb_build_object('email', address);
  for part in
    select private.waitlist_personal_data(address)
    union all select private.mail_personal_data(address, p_mail_key)
    union all select private.newsletter_personal_data(address, p_newsletter_key)
    union all select private.series_personal_data(address)
    union all select private.programme_personal_data(address)
    union all select private.proposals_personal_data(address)
    union all select private.contact_personal_data(address)
    union all select private.suggestions_personal_data(address)
    union all select private.imports_personal_data(address)
    union all select private.accounts_personal_data(address, account, p_account_key)
    union all select private.likes_personal_data(account)
    union all select private.log_personal_data(address, account)
    union all select private.budgets_personal_data(p_mail_key, p_recipient_key)
  loop
    held := held || (part - 'counters');
    counters := counters || coalesce(part -> 'counters', '{}');
  end loop;

  -- Searches every other text, including tables added later; the tables excluded here are already covered above, or
  -- are made of others, as what the search knows.
  for texts in
    select * from private.free_texts() t
    where t.table_name not in (
      'audit_log', 'newsletter_requests', 'mails', 'mail_events', 'waitlist_departures', 'waitlist_address_changes',
      'newsletter_address_changes', 'admin_address_changes', 'import_rows', 'search_items'
    )
    order by t.table_name
  loop
    execute format(
      'with found as materialized (select to_jsonb(t) as content from %I.%I t where %s)
       select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', content ->> ''id''))
       from found
       where lower(coalesce(content ->> ''email'', '''')) <> $4',
      texts.table_schema, texts.table_name, texts.condition, texts.table_name
    ) into found_in using pattern, '', trace, address;
    mentions := mentions || coalesce(found_in, '[]');
  end loop;

  return held || jsonb_build_object('mentions', mentions, 'counters', counters);
end;
$$;

-- for owners
grant execute on function public.personal_data to authenticated;

comment on function public.personal_data is
  'Returns what each feature holds about the owner of an address, with log entries that the account made or that contain the address, other texts that contain it, and the number of rows under the keyed digests p_account_key, p_newsletter_key and p_mail_key.';


-- pictures/admin_picture.sql

create function public.admin_picture(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select to_jsonb(p) - 'search_text' || jsonb_build_object('uses', private.picture_uses(p.path)) from public.pictures p where p.id = p_id
  );
end;
$$;

-- for admins: reads a picture and what shows it
grant execute on function public.admin_picture to authenticated;

comment on function public.admin_picture is
  'For admins: returns a picture with everything that shows it: {its columns, uses}, uses as in picture_uses; null when there is none.';


-- pictures/pictures_in.sql

create function private.pictures_in(p_markdown text, p_path text) returns text[]
language sql
immutable
return array(
  select distinct found.digests[1]
  from regexp_matches(concat(p_path, ' ', p_markdown), '[0-9a-f]{32}', 'g') as found (digests)
);

comment on function private.pictures_in is
  'Returns the digests of all library pictures that an article shows in its text or at its top, for an index.';


-- pictures/shows_picture.sql

create function private.shows_picture(p_text text, p_path text) returns boolean
language sql
immutable
return strpos(p_text, substring(p_path from '[0-9a-f]{32}')) > 0;

comment on function private.shows_picture is
  'Whether a text contains the path of a picture or of one of its smaller versions.';


-- places/change_events_ahead.sql

create function private.change_events_ahead() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- copy_place does the rest.
  update public.events e
    set place_id = e.place_id
    where e.place_id = new.id
      and private.ahead_until(e) > now()
      and (e.place, e.place_details) is distinct from (new.in_words, private.place_details(new));
  return null;
end;
$$;

comment on function private.change_events_ahead is
  'Trigger: changes the words of coming events at a corrected place, which is news if its name or address changed.';


-- previews/end_previews.sql

create function public.end_previews(p_kind text, p_id uuid) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  ended integer;
begin
  perform private.require_admin();
  update private.previews p
    set expires_at = now()
    where p.kind = p_kind and p_id in (p.article_id, p.event_id) and p.expires_at > now();
  get diagnostics ended = row_count;
  return ended;
end;
$$;

-- for admins: writes the end of preview links
grant execute on function public.end_previews to authenticated;

comment on function public.end_previews is
  'Ends all preview links to an article, an event or its program, and returns their number.';


-- previews/make_preview.sql

create function public.make_preview(p_kind text, p_id uuid, p_token_digest text) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  until timestamptz;
begin
  perform private.require_admin();
  delete from private.previews p where p.expires_at <= now() - interval '7 days';
  insert into private.previews as p (token_digest, kind, article_id, event_id)
    select p_token_digest, p_kind, a.id, null from public.articles a where p_kind = 'article' and a.id = p_id
    union all
    select p_token_digest, p_kind, null, e.id from public.events e where p_kind <> 'article' and e.id = p_id
    on conflict (token_digest) do update set expires_at = p.expires_at
      where p.expires_at > now() and (p.kind, p.article_id, p.event_id)
        is not distinct from (excluded.kind, excluded.article_id, excluded.event_id)
    returning p.expires_at into until;
  return until;
end;
$$;

-- for admins: writes a link that shows a draft, for 7 days
grant execute on function public.make_preview to authenticated;

comment on function public.make_preview is
  'Creates a link that shows an article, an event or the program of one (p_kind) to anyone for 7 days, and returns its expiry; null if there is no such article or event, or if a form that was kept sends a token that has ended.';


-- programme/arrange_talks.sql

create function public.arrange_talks(p_event uuid, p_talks jsonb) returns public.arrange_talks_outcome
language plpgsql
as $$
declare
  sent integer;
  found_as_sent integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('programme ' || p_event, 0));
  perform from public.talks t where t.event_id = p_event order by t.id for update;
  select count(*), count(t.id) into sent, found_as_sent
    from jsonb_to_recordset(p_talks) s (id uuid, version timestamptz)
    left join public.talks t on t.id = s.id and t.event_id = p_event and t.updated_at = s.version;
  if sent <> found_as_sent then
    return 'changed';
  end if;
  -- One statement, so that two talks can be swapped.
  update public.talks t
    set starts_at = s.starts_at, ends_at = s.ends_at, room_id = s.room_id
    from jsonb_to_recordset(p_talks) s (id uuid, starts_at timestamptz, ends_at timestamptz, room_id integer)
    where t.id = s.id and t.event_id = p_event;
  return 'saved';
exception
  when exclusion_violation then
    return 'room-taken';
  when foreign_key_violation then
    return 'changed';
end;
$$;

-- for members: writes times and rooms of talks
grant execute on function public.arrange_talks to authenticated;

comment on function public.arrange_talks is
  'Sets times and rooms of talks of an event, [{id, version, starts_at, ends_at, room_id}], all or none. Returns saved; changed if a talk is not as it was at its version (updated_at), or a room no longer exists; room-taken if two talks would be in one room at once.';


-- programme/enqueue_agenda_mails.sql

create function private.enqueue_agenda_mails(p_event uuid, p_talk integer) returns void
language plpgsql
as $$
declare
  -- All changes that an admin makes within this time go into one email.
  pause constant interval := interval '5 minutes';
begin
  -- An email that has not been composed yet will include this change; the lock keeps it from being claimed before this
  -- commits.
  perform from public.mails m
    join private.agendas a on a.entry_id = m.person and p_talk = any (a.talks)
    where m.purpose = 'agenda-changed' and m.state = 'due' and m.next_attempt_at > now() and m.attempts = 0
    order by m.id
    for update of m;
  insert into public.mails (purpose, person, occurrence, next_attempt_at, goes_to_many)
    select 'agenda-changed', a.entry_id, 1 + coalesce((select max(m.occurrence) from public.mails m where m.purpose = 'agenda-changed' and m.person = a.entry_id), 0),
      now() + pause, true
    from private.agendas a
    join public.reservations r on r.id = a.entry_id and r.event_id = p_event and r.state = 'placed' and r.hold_until is null
    where p_talk = any (a.talks)
      and not exists (
        select from public.mails m
        where m.purpose = 'agenda-changed' and m.person = a.entry_id and m.state = 'due' and m.next_attempt_at > now() and m.attempts = 0
      )
    order by a.entry_id
    on conflict do nothing;
end;
$$;

comment on function private.enqueue_agenda_mails is
  'Enqueues an email to everyone with a spot at the event and the talk in their agenda, due in 5 minutes; an email that is already waiting covers everything that changes meanwhile.';


-- programme/erase_speaker_contacts.sql

create function private.erase_speaker_contacts(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.speaker_contacts c where lower(c.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('speaker_contacts', removed);
end;
$$;

comment on function private.erase_speaker_contacts is
  'Erases the address of a speaker, their link and a waiting correction; what the program says about them remains.';


-- programme/forget_speaker_contact.sql

create function public.forget_speaker_contact(p_speaker uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.speaker_contacts c where c.speaker_id = p_speaker;
  return found;
end;
$$;

-- for admins: writes the deletion of a speaker's address and link
grant execute on function public.forget_speaker_contact to authenticated;

comment on function public.forget_speaker_contact is
  'For admins: deletes the address of a speaker, ends their link, and discards a waiting correction. Returns whether there was anything to delete.';


-- programme/index_talk.sql

create function private.index_talk(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that publishes the program at the same time waits, and then finds this talk.
  perform from public.talks t join public.events e on e.id = t.event_id where t.id = p_id for no key update of e;
  delete from private.search_items i where i.kind = 'talk' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, summary, sentences, leads_to, details, shown_at, ahead_until)
    select 'talk', t.id, t.title, names.list,
      private.sentences_of(concat_ws(chr(10), nullif(names.list, ''), private.text_of_markdown(t.abstract))),
      e.key,
      jsonb_build_object(
        'number', t.number, 'kind', t.kind, 'status', t.status, 'event', e.title, 'starts_at', t.starts_at, 'ends_at', t.ends_at
      ),
      t.starts_at,
      case when 'cancelled' in (t.status, e.status) then '-infinity' else coalesce(t.ends_at, private.ahead_until(e)) end
    from public.talks t
    join public.events e on e.id = t.event_id and e.is_listed
    join public.programmes p on p.id = e.id and p.published_at is not null
    cross join lateral (
      select coalesce(string_agg(concat_ws(', ', s.name, s.organization), '; ' order by ts.position), '') as list
      from public.talk_speakers ts
      join public.speakers s on s.id = ts.speaker_id
      where ts.talk_id = t.id
    ) names
    where t.id = p_id and t.is_announced;
end;
$$;

comment on function private.index_talk is
  'Rebuilds the search entry of a talk: title, speakers and abstract, if it is announced and the program is published.';


-- programme/keep_programme_link.sql

create function private.keep_programme_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose <> 'speaker-corrections' then
    return false;
  end if;
  update private.speaker_contacts c set link_digest = p_token_digest, link_made_by = null where c.speaker_id = p_person;
  return true;
end;
$$;

comment on function private.keep_programme_link is
  'Implements keep_mail_link for the emails to speakers.';


-- programme/make_speaker_link.sql

create function public.make_speaker_link(p_speaker uuid, p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into private.speaker_contacts (speaker_id, link_digest, link_made_by)
    select s.id, p_token_digest, auth.uid() from public.speakers s where s.id = p_speaker and private.may_correct(s.id)
    on conflict (speaker_id) do update set link_digest = excluded.link_digest, link_made_by = excluded.link_made_by;
  return found;
end;
$$;

-- for admins: writes the link of a speaker
grant execute on function public.make_speaker_link to authenticated;

comment on function public.make_speaker_link is
  'For admins who send it by hand: creates the link of a speaker, replacing an earlier one. Returns false if there is no such speaker, or the event is over.';


-- programme/note_gone_talk.sql

create function private.note_gone_talk() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.gone_talks (number, event_id, title, starts_at, ends_at, sequence)
    select old.number, old.event_id, old.title, old.starts_at, old.ends_at, old.sequence + 1
    -- When an event is deleted, its talks are deleted with it, and the event no longer exists here.
    from public.events e
    join public.programmes p on p.id = e.id
    where e.id = old.event_id and p.published_at is not null
  on conflict do nothing;
  return null;
end;
$$;

comment on function private.note_gone_talk is
  'Trigger: when an announced talk of a published program is deleted, keeps what calendars need to cancel it.';


-- programme/note_programme_for_search.sql

create function private.note_programme_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that saves a talk at the same time waits, and then sees whether the program is visible.
  perform from public.events e where e.id = coalesce(new.id, old.id) for no key update;
  perform private.index_talk(t.id) from public.talks t where t.event_id = coalesce(new.id, old.id);
  return null;
end;
$$;

comment on function private.note_programme_for_search is
  'Trigger on a program and on its event: keeps the talks in the search exactly while visitors may read them.';


-- programme/note_speaker_for_search.sql

create function private.note_speaker_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_talk(s.talk_id) from public.talk_speakers s where s.speaker_id = new.id;
  return null;
end;
$$;

comment on function private.note_speaker_for_search is
  'Trigger: updates the search entries of a speaker''s talks when their name or organization changes.';


-- programme/note_speech_for_search.sql

create function private.note_speech_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_talk(coalesce(new.talk_id, old.talk_id));
  return null;
end;
$$;

comment on function private.note_speech_for_search is
  'Trigger: updates the search entry of a talk when its speakers change.';


-- programme/note_talk_for_search.sql

create function private.note_talk_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_talk(coalesce(new.id, old.id));
  return null;
end;
$$;

comment on function private.note_talk_for_search is
  'Trigger: updates the search entry of a talk.';


-- programme/programme_retention.sql

create function private.programme_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('agenda', interval '7 days', 'private.agendas', '(
        select e.over_at from public.reservations r join public.events e on e.id = r.event_id and e.status <> ''postponed'' where r.id = t.entry_id
      ) <= now() - $1', null),
    ('speakerContact', interval '30 days', 'private.speaker_contacts', '(
        select e.over_at from public.speakers s join public.events e on e.id = s.event_id and e.status <> ''postponed'' where s.id = t.speaker_id
      ) <= now() - $1', null);
$$;

comment on function private.programme_retention is
  'Returns how long stored agendas and the addresses of speakers are kept.';


-- programme/set_talk_sequence.sql

create function private.set_talk_sequence() returns trigger
language plpgsql
as $$
begin
  new.sequence := old.sequence + 1;
  return new;
end;
$$;

comment on function private.set_talk_sequence is
  'Trigger: increases the sequence number, so that calendars update a talk whose title, time, room, status or announcement changed.';


-- programme/shift_talks.sql

create function public.shift_talks(p_event uuid, p_day date, p_minutes integer, p_version timestamptz) returns public.shift_talks_outcome
language plpgsql
as $$
declare
  midnight constant timestamptz := p_day::timestamp at time zone public.site_time_zone();
  next_midnight constant timestamptz := (p_day + 1)::timestamp at time zone public.site_time_zone();
  version timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('programme ' || p_event, 0));
  perform from public.talks t where t.event_id = p_event order by t.id for update;
  select max(t.updated_at) into version
    from public.talks t
    where t.event_id = p_event and t.starts_at >= midnight and t.starts_at < next_midnight;
  if version is null then
    return 'no-talks';
  end if;
  if version is distinct from p_version then
    return 'changed';
  end if;
  update public.talks t
    set starts_at = t.starts_at + make_interval(mins => p_minutes), ends_at = t.ends_at + make_interval(mins => p_minutes)
    where t.event_id = p_event and t.starts_at >= midnight and t.starts_at < next_midnight;
  return 'shifted';
exception
  when exclusion_violation then
    return 'room-taken';
end;
$$;

-- for members: writes times of talks
grant execute on function public.shift_talks to authenticated;

comment on function public.shift_talks is
  'Moves all talks of an event that begin on a day in Honolulu by some minutes, later or earlier, even past midnight. p_version is the latest updated_at of them, so that a form submitted twice moves them once. Returns shifted; changed; room-taken (no talk is moved) if one would overlap a talk of another day; no-talks.';


-- proposals/change_proposal.sql

create function public.change_proposal(p_token_digest text, p_title text, p_kind text, p_abstract text, p_name text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.talk_proposals p
    set title = p_title, kind = p_kind, abstract = p_abstract, name = p_name
    where p.link_digest = p_token_digest and p.confirmed_at is not null and p.decided_at is null and private.call_is_open(p.event_id);
  return found;
exception
  when unique_violation then
    return false;
end;
$$;

grant execute on function public.change_proposal to service_role;

comment on function public.change_proposal is
  'Changes the talk that the holder of this link has proposed and confirmed. Returns false, changing nothing, once the call is closed or the proposal decided, or if they have proposed another talk with this title.';


-- proposals/confirm_proposal.sql

create function public.confirm_proposal(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  confirmed uuid;
begin
  update private.talk_proposals p
    set confirmed_at = now(), confirm_by = null
    where p.link_digest = p_token_digest and p.confirmed_at is null
    returning p.id into confirmed;
  perform private.note_confirmed(confirmed);
  return confirmed is not null;
end;
$$;

grant execute on function public.confirm_proposal to service_role;

comment on function public.confirm_proposal is
  'Confirms the address of the holder of this link, so that admins see the proposal. Returns false when nothing has changed.';


-- proposals/erase_proposals.sql

create function private.erase_proposals(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.talk_proposals p where lower(p.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('proposals', removed);
end;
$$;

comment on function private.erase_proposals is
  'Erases talk proposals of the owner of an address; the talks they have become remain.';


-- proposals/keep_proposal_link.sql

create function private.keep_proposal_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose not in ('proposal-confirm', 'proposal-answer') then
    return false;
  end if;
  update private.talk_proposals p set link_digest = p_token_digest where p.id = p_person;
  return true;
end;
$$;

comment on function private.keep_proposal_link is
  'Implements keep_mail_link for the emails to people who have proposed a talk.';


-- proposals/proposals_retention.sql

create function private.proposals_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('unconfirmedSubscriber', private.unconfirmed_period(), 'private.talk_proposals', 't.confirm_by <= now()', null),
    ('proposal', interval '90 days', 'private.talk_proposals', 't.confirmed_at is not null and case t.state when ''declined'' then t.decided_at else (
        select e.over_at from public.events e where e.id = t.event_id and e.status <> ''postponed''
      ) end <= now() - $1', null);
$$;

comment on function private.proposals_retention is
  'Returns how long talk proposals are kept.';


-- proposals/proposals_that_may_go.sql

create function private.proposals_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('proposal', 'private.talk_proposals', 't.confirmed_at is null');
$$;

comment on function private.proposals_that_may_go is
  'Implements rows_that_may_go.';


-- proposals/sort_proposal.sql

create function public.sort_proposal(p_id uuid, p_discussed boolean, p_notes text, p_version timestamptz) returns public.sort_proposal_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.talk_proposals p
    set notes = p_notes, state = case when p.decided_at is not null then p.state when p_discussed then 'discussed' else 'new' end
    where p.id = p_id and p.updated_at = p_version;
  return case when found then 'saved' else 'changed' end::public.sort_proposal_outcome;
end;
$$;

-- for admins: writes notes on a proposal
grant execute on function public.sort_proposal to authenticated;

comment on function public.sort_proposal is
  'For admins: stores notes on a proposal, and, while it is not decided, whether it is being discussed. Returns saved; or changed if it is not as it was at p_version.';


-- proposals/withdraw_proposal.sql

create function public.withdraw_proposal(p_token_digest text, p_refused_key text default null) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal uuid;
begin
  delete from private.talk_proposals p
    where p.link_digest = p_token_digest and p.decided_at is null
    returning p.id into proposal;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = proposal and m.next_attempt_at is not null;
  perform private.refuse_mail(p_refused_key);
  return true;
end;
$$;

grant execute on function public.withdraw_proposal to service_role;

comment on function public.withdraw_proposal is
  'Erases the undecided proposal of the holder of this link, and emails queued to them. With p_refused_key, the keyed digest of the address, also records that its owner proposed nothing, so that no visitor can cause another email to it. Returns false when nothing has changed.';


-- questions/questions_retention.sql

create function private.questions_retention()
  returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('answer', interval '7 days', 'public.entry_answers', 'exists (
        select from public.event_questions q
        where q.id = t.question_id and q.keep = ''evening'' and coalesce(
          (
            select min(p.over_at) from private.past_editions p
            where p.event_id = q.event_id and p.over_at > t.answered_at
          ),
          (select e.over_at from public.events e where e.id = q.event_id and e.status <> ''postponed'')
        ) <= now() - $1
      )', null);
$$;

comment on function private.questions_retention is
  'Returns how long answers to questions for the evening are kept; all others are kept with their entry.';


-- retention/purge.sql

create function public.purge(p_limit integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rule record;
  removed integer;
  purged jsonb := '{}';
begin
  if p_limit is null or p_limit not between 1 and 10000 then
    raise exception 'purge 1 to 10000 rows of a kind at a time' using errcode = 'invalid_parameter_value';
  end if;
  perform set_config('audit_log.erasing', 'on', true);
  for rule in select * from private.retention() loop
    execute format(
      '%1$s where t.ctid = any (array(select t.ctid from %2$s t where %3$s limit $2 for update skip locked))',
      case
        when rule.change is null then format('delete from %s t', rule.relation)
        else format('update %s t set %s', rule.relation, rule.change)
      end,
      rule.relation,
      rule.expired
    ) using rule.period, p_limit;
    get diagnostics removed = row_count;
    purged := purged || jsonb_build_object(rule.kind, removed + coalesce((purged ->> rule.kind)::integer, 0));
  end loop;
  perform set_config('audit_log.erasing', 'off', true);
  return purged;
end;
$$;

grant execute on function public.purge to service_role;

comment on function public.purge is
  'Deletes (or anonymizes) what private.retention() says has been kept long enough, up to p_limit rows for each of its rules. Returns {kind: number}; call it again while any number is not 0.';


-- retention/spam_period.sql

create function private.spam_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';

comment on function private.spam_period is
  'How long data that is suspected or marked as spam is kept.';


-- samples/forget_sample.sql

create function private.forget_sample() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return null;
  end if;
  if to_jsonb(new) - private.settings_of_event() <> to_jsonb(old) - private.settings_of_event() then
    delete from private.samples s where s.event_id = new.id;
  end if;
  if (new.recap, new.recap_url) is distinct from (old.recap, old.recap_url) then
    delete from private.samples s where s.recap_of = new.id;
  end if;
  return null;
end;
$$;

comment on function private.forget_sample is
  'Trigger: a sample that an admin rewrites becomes the site''s own, and is no longer removed with the samples.';


-- samples/forget_sample_place.sql

create function private.forget_sample_place() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    delete from private.samples s where s.place_id = new.id;
  end if;
  return null;
end;
$$;

comment on function private.forget_sample_place is
  'Trigger: a sample place that an admin rewrites becomes the site''s own, and is no longer removed with the samples.';


-- samples/forget_sample_programme.sql

create function private.forget_sample_programme() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    delete from private.samples s where s.programme_of = coalesce(new.event_id, old.event_id);
  end if;
  return null;
end;
$$;

comment on function private.forget_sample_programme is
  'Trigger: the sample program of an event that an admin rewrites becomes the site''s own, and is no longer removed with the samples.';


-- samples/forget_sample_series.sql

create function private.forget_sample_series() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is not null then
    delete from private.samples s where s.series_id = new.id;
  end if;
  return null;
end;
$$;

comment on function private.forget_sample_series is
  'Trigger: a sample series that an admin rewrites becomes the site''s own, and is no longer removed with the samples.';


-- samples/is_sample_event.sql

create function private.is_sample_event(p_event uuid) returns boolean
language sql
stable
return exists (select from private.samples s where s.event_id = p_event);

comment on function private.is_sample_event is
  'Whether an event is a sample that no admin has rewritten.';


-- samples/remove_samples.sql

create function public.remove_samples(p_people integer default null) returns public.remove_samples_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  people integer;
  programmes uuid[];
begin
  perform private.require_owner();

  -- Serializes simultaneous calls, and keeps anyone from signing up between the count and the removal.
  perform from private.samples s order by s.id for update;
  -- Locks the series first, like functions that create or change their editions.
  perform from public.series g where g.template_id in (select s.event_id from private.samples s) order by g.id for no key update;
  perform from public.events e where e.id in (select s.event_id from private.samples s) order by e.id for update;
  select count(*) into people
    from public.waitlist_entries w
    join private.samples s on s.event_id = w.event_id
    where private.has_signed_up(w);
  if people > p_people then
    return 'more-people';
  end if;

  delete from public.mails m using private.samples s where s.entry_id = m.person;
  with gone as (
    delete from public.waitlist_entries w using private.samples s where s.entry_id = w.id
      returning 'waitlist' as kind, w.created_at, private.shard_of_row(w.id) as shard
  ),
  unliked as (
    delete from public.resource_likes l using private.samples s where s.like_id = l.id
      returning 'like' as kind, l.created_at, private.shard_of(l.id) as shard
  )
  update private.daily_totals d
    set total = greatest(d.total - g.number, 0)
    from (
      select r.kind, (r.created_at at time zone public.site_time_zone())::date as day, r.shard, count(*) as number
      from (select * from gone union all select * from unliked) r
      group by 1, 2, 3
    ) g
    where d.kind = g.kind and d.day = g.day and d.shard = g.shard;

  if p_people is not null then
    delete from public.waitlist_entries w using private.samples s where s.event_id = w.event_id;
  end if;
  delete from public.events e
    using private.samples s
    where s.event_id = e.id
      and not exists (select from public.waitlist_entries w where w.event_id = e.id and not w.suspected_spam)
      and not exists (select from public.events o where o.for_people_of = e.id and not private.is_sample_event(o.id));
  delete from public.series g
    using private.samples s
    where s.series_id = g.id and not exists (select from public.events e where e.series_id = g.id);
  -- A place of an event that is not a sample is the site's own by now.
  delete from private.samples s
    using public.events e
    where s.place_id = e.place_id and not private.is_sample_event(e.id);
  delete from public.places p
    using private.samples s
    where s.place_id = p.id and not exists (select from public.events e where e.place_id = p.id);
  delete from public.newsletter_issues i using private.samples s where s.issue_id = i.id;
  update public.events e set recap = null, recap_url = null from private.samples s where s.recap_of = e.id;
  delete from private.samples s where s.recap_of is not null;
  select array_agg(s.programme_of) into programmes from private.samples s where s.programme_of is not null;
  delete from public.talks t where t.event_id = any (programmes);
  delete from private.gone_talks g where g.event_id = any (programmes);
  delete from private.talk_changes c where c.event_id = any (programmes);
  delete from public.speakers p where p.event_id = any (programmes);
  delete from public.rooms r where r.event_id = any (programmes);
  delete from public.programmes p where p.id = any (programmes);
  delete from private.samples s where s.programme_of is not null;

  return case when exists (select from private.samples) then 'kept' else 'removed' end;
end;
$$;

-- for owners
grant execute on function public.remove_samples to authenticated;

comment on function public.remove_samples is
  'For owners: removes the remaining samples. p_people is the number of people on the waitlists of sample events that the owner has agreed to remove; without it, or if there are more by now, such events remain.';


-- samples/samples.sql

create function public.samples() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'events', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', e.id,
            'key', e.key,
            'title', e.title,
            'people', (select count(*) from public.waitlist_entries w where w.event_id = e.id and private.has_signed_up(w))
          )
          order by e.starts_at, e.key
        ),
        '[]'
      )
      from private.samples s
      join public.events e on e.id = s.event_id
    ),
    'recaps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.starts_at, e.key), '[]')
      from private.samples s
      join public.events e on e.id = s.recap_of
    ),
    'issues', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'subject', i.subject) order by i.number), '[]')
      from private.samples s
      join public.newsletter_issues i on i.id = s.issue_id
    ),
    'series', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
      from private.samples s
      join public.series g on g.id = s.series_id
    ),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
      from private.samples s
      join public.places p on p.id = s.place_id
    ),
    'programmes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.starts_at, e.key), '[]')
      from private.samples s
      join public.events e on e.id = s.programme_of
    ),
    'likes', (select count(*) from private.samples s where s.like_id is not null),
    'people', (select count(*) from private.samples s where s.entry_id is not null)
  );
end;
$$;

-- for admins: reads which events, recaps, issues, series, places, programs, likes and people are samples
grant execute on function public.samples to authenticated;

comment on function public.samples is
  'For admins: returns the remaining samples, {events: [{id, key, title, people}], recaps, issues, series, places, programmes, likes, people}; an event''s people are those on its waitlist who exist, the others are samples.';


-- samples/settings_of_event.sql

create function private.settings_of_event() returns text[]
language sql
immutable
return array[
  'status', 'is_published', 'tab_order', 'tab_label', 'waitlist_closed', 'series_id', 'recap', 'recap_url',
  'visibility', 'link_secret', 'address', 'is_listed',
  'sequence', 'dated_at', 'news_at', 'relied_on', 'previous_starts_at', 'updated_at', 'search_text', 'over_at'
];

comment on function private.settings_of_event is
  'Columns of an event that are not part of its announcement: changing only these does not count as rewriting the event.';


-- search/admin_search.sql

create function public.admin_search(p_query text) returns jsonb
language plpgsql
stable
as $$
declare
  most constant integer := 20;
  patterns constant text[] := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(public.fold(left(coalesce(p_query, ''), 200)), '\s+') as word
    where word <> ''
  );
begin
  if not public.is_admin() then
    raise exception 'only admins search what admins read' using errcode = 'insufficient_privilege';
  end if;
  return (
    with found as (
      select 'event' as kind, e.id, e.title, e.place as note, null::text as above, e.updated_at as at
        from public.events e
        where e.search_text like all (patterns)
      union all
      select 'place', p.id, p.name, p.in_words, null, p.updated_at
        from public.places p
        where public.fold(p.in_words || ' ' || p.key) like all (patterns)
      union all
      select 'series', s.id, s.name, '', null, s.updated_at
        from public.series s
        where public.fold(s.name || ' ' || s.key) like all (patterns)
      union all
      select 'talk', t.id, t.title, e.title, e.id::text, t.updated_at
        from public.talks t
        join public.events e on e.id = t.event_id
        where public.fold(t.title) like all (patterns)
      union all
      select 'article', a.id, r.title, '/' || a.slug, null, a.updated_at
        from public.articles a
        join public.article_revisions r on r.article_id = a.id and r.number = a.revision
        where a.trashed_at is null and public.fold(r.title || ' ' || a.slug) like all (patterns)
      union all
      select 'issue', i.id, i.subject, i.preview_text, null, i.updated_at
        from public.newsletter_issues i
        where public.fold(i.subject || ' ' || i.slug) like all (patterns)
      union all
      select 'resource', r.id, r.title, t.label, null, r.updated_at
        from public.education_resources r
        join public.education_tabs t on t.tab_key = r.tab_key
        where r.deleted_at is null and r.search_text like all (patterns)
      union all
      select 'entry', w.id, w.name, w.email || ', ' || e.title, e.id::text, w.created_at
        from public.waitlist_entries w
        join public.events e on e.id = w.event_id
        where w.search_text like all (patterns)
      union all
      select 'subscriber', n.id, n.email, '', null, n.created_at
        from public.newsletter_subscribers n
        where n.search_text like all (patterns)
      union all
      select 'message', m.id, m.name, m.email, null, m.created_at
        from public.contact_messages m
        where m.search_text like all (patterns)
    ),
    placed as (
      select f.*, count(*) over (partition by f.kind) as total, row_number() over (partition by f.kind order by f.at desc, f.id) as place
      from found f
      where cardinality(patterns) > 0
    )
    select coalesce(jsonb_object_agg(k.kind, jsonb_build_object('total', k.total, 'rows', k.rows)), '{}')
    from (
      select p.kind, max(p.total) as total,
        jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'note', p.note, 'above', p.above) order by p.place) as rows
      from placed p
      where p.place <= most
      group by p.kind
    ) k
  );
end;
$$;

-- for admins: reads what they may read
grant execute on function public.admin_search to authenticated;

comment on function public.admin_search is
  'For admins: returns what they may read that contains every word of p_query, by kind, at most 20 of each, last changed first: {kind: {total, rows: [{id, title, note, above}]}}; above: for a talk and an entry, the id of its event.';


-- search/pieces_of.sql

create function private.pieces_of(words text) returns setof text
language sql
immutable
strict
parallel safe
-- A thousand, which PostgreSQL takes for granted, would have it compile each call.
rows 10
as $$
  with each as (
    select word, place,
      (word collate "C" >= U&'\3004' and word collate "C" < U&'\A000') or word collate "C" >= U&'\+020000' as is_run
    from unnest(string_to_array(words, ' ')) with ordinality as split (word, place)
    where word <> ''
  )
  select left(e.word, 60) from each e where not e.is_run
  union all
  select l.letter || lead(l.letter, 1, '') over (partition by e.place order by l.number)
  from each e, unnest(string_to_array(e.word, null)) with ordinality as l (letter, number)
  where e.is_run;
$$;

comment on function private.pieces_of is
  'Returns what the index of search has of words as fold_words returns them: each word, at most 60 characters of it, and of a run of Japanese or Chinese each two letters that follow each other, and the last.';


-- search/search.sql

create function public.search(p_query text, p_kind text default null, p_page integer default 1) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  page_size constant integer := 20;
  without_meaning constant text[] := '{a,an,and,at,by,for,in,of,on,or,the,to,with}';
  -- More seconds than lie between any two dates, so that a rank in seconds can combine several sort criteria.
  age constant double precision := 1e12;
  seconds_now constant double precision := extract(epoch from now());
  words text[];
  pieces text[];
  whole tsquery;
  whole_title tsquery;
  part tsquery;
  part_title tsquery;
  answer jsonb;
begin
  words := array(
    select w.word
    from (
      select left(each.word, 60) as word, min(each.place) as place
      from unnest(string_to_array(private.fold_words(left(p_query, 200)), ' ')) with ordinality as each (word, place)
      where each.word <> ''
      group by 1
    ) w
    order by w.word = any (without_meaning), w.place
    limit 12
  );
  if not words <@ without_meaning then
    words := array(select word from unnest(words) as word where word <> all (without_meaning));
  end if;
  if cardinality(words) = 0 then
    return jsonb_build_object('words', '[]'::jsonb, 'total', 0, 'page', 1, 'pages', 1, 'kinds', '{}'::jsonb, 'results', '[]'::jsonb);
  end if;

  pieces := array(
    select distinct piece
    from unnest(words) as word, private.pieces_of(word) as piece
    where char_length(piece) > 1 or char_length(word) = 1
  );

  -- A word of one byte is only matched as a whole, a word of two only as a prefix, because they are part of nearly
  -- everything.
  select
      string_agg(quote_literal(word), '&')::tsquery,
      string_agg(quote_literal('=' || word), '&')::tsquery,
      string_agg(
        case octet_length(word) when 1 then quote_literal(word) when 2 then format('%L:*', word) else format('(%L:*|%L:*)', word, '~' || word) end,
        '&'
      )::tsquery,
      string_agg(
        case octet_length(word) when 1 then quote_literal('=' || word) when 2 then format('%L:*', '=' || word) else format('(%L:*|%L:*)', '=' || word, '=~' || word) end,
        '&'
      )::tsquery
    into whole, whole_title, part, part_title
    from unnest(pieces) as word;

  -- Each item is found once, by the best of four conditions; the rest of the rank adds what the index alone does not
  -- know.
  with found as materialized (
    select i.kind, i.item_id, 0 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2) as rank
      from private.search_items i where i.lexemes @@ whole_title and i.visible_from <= now()
    union all
    select i.kind, i.item_id, 2 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2)
      from private.search_items i where i.lexemes @@ (whole && !!whole_title) and i.visible_from <= now()
    union all
    select i.kind, i.item_id, 4 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2)
      from private.search_items i where i.lexemes @@ (part_title && !!whole) and i.visible_from <= now()
    union all
    select i.kind, i.item_id, 6 * age + case when i.ahead_until <= now() then age else 0 end
        + coalesce(abs(date_part('epoch', i.shown_at) - seconds_now), age / 2)
      from private.search_items i where i.lexemes @@ (part && !!(whole || part_title)) and i.visible_from <= now()
  ),
  kinds as (
    select f.kind, count(*)::integer as total from found f group by f.kind
  ),
  counted as (
    select t.total, t.pages, least(greatest(coalesce(p_page, 1), 1), t.pages) as page
    from (
      select coalesce(sum(k.total), 0)::integer as total, greatest(1, (coalesce(sum(k.total), 0)::integer + page_size - 1) / page_size) as pages
      from kinds k
      where p_kind is null or k.kind = p_kind
    ) t
  ),
  shown as (
    select f.kind, f.item_id, f.rank
    from found f
    where p_kind is null or f.kind = p_kind
    order by f.rank, f.item_id
    limit page_size offset ((select c.page from counted c) - 1) * page_size
  )
  select jsonb_build_object(
      'words', to_jsonb(words),
      'total', c.total,
      'page', c.page,
      'pages', c.pages,
      'kinds', (select coalesce(jsonb_object_agg(k.kind, k.total), '{}') from kinds k),
      'results', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'kind', i.kind, 'id', i.item_id, 'title', i.title, 'leads_to', i.leads_to, 'details', i.details, 'shown_at', i.shown_at,
              'sentence', left(split_part(i.sentences, chr(10), coalesce(best.line, 1)), 300)
            )
            order by s.rank, i.title collate "C", i.item_id
          ),
          '[]'
        )
        from shown s
        join private.search_items i on i.kind = s.kind and i.item_id = s.item_id
        -- Of the lines where each word is first found (as a whole word, if there is one), the line that contains most
        -- of the words.
        left join lateral (
          select candidate.line
          from (
            select distinct char_length(until.word) - char_length(replace(until.word, chr(10), '')) + 1 as line
            from unnest(words) as word
            cross join lateral (
              select left(
                i.folded,
                coalesce(
                  nullif(strpos(i.folded, ' ' || word || ' '), 0),
                  nullif(strpos(i.folded, ' ' || word), 0),
                  case when octet_length(word) > 2 then strpos(i.folded, word) else 0 end
                )
              ) as word
            ) until
            where until.word <> ''
          ) candidate
          order by
            (select count(*) from unnest(words) as word where strpos(split_part(i.folded, chr(10), candidate.line), word) > 0) desc,
            candidate.line
          limit 1
        ) best on true
      )
    )
    into answer
    from counted c;
  return answer;
end;
$$;

grant execute on function public.search to service_role;

comment on function public.search is
  'Returns a page of 20 results that visitors may read and that contain every word of p_query, of one kind (event, series, talk, resource, article, guide, issue) or all: {words, total, page, pages, kinds: {kind: total}, results: [{kind, id, title, leads_to, details, shown_at, sentence}]}. words: the first twelve, as fold_words returns them, without stop words. Matches of whole words come before matches of parts, matches in the title before others, upcoming items before past ones, and then those nearest to now. A page number past the end returns the last page.';


-- search/sentences_of.sql

create function private.sentences_of(value text) returns text
language sql
immutable
strict
parallel safe
return (
  select coalesce(string_agg(btrim(line), chr(10) order by place), '')
  from unnest(
    string_to_array(
      regexp_replace(
        regexp_replace(left(value, 100000), '([.!?…]["”’)]?\s|[。！？][」』）]*)\s*', '\1' || chr(10), 'g'),
        '(.{140,200})\s', '\1' || chr(10), 'gn'
      ),
      chr(10)
    )
  ) with ordinality as lines (line, place)
  where btrim(line) <> ''
);

comment on function private.sentences_of is
  'Returns the first 100,000 characters of a text, one sentence per line; sentences of more than 200 characters are split between words.';


-- search/text_of_html.sql

create function private.text_of_html(html text) returns text
language sql
immutable
strict
parallel safe
return replace(
  replace(
    replace(
      replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(html, '\s+', ' ', 'g'), '<(/(p|li|h[1-6]|t[dh]|pre|blockquote|figcaption)|br ?/?)>', chr(10), 'g'
          ),
          '<[^>]*>', '', 'g'
        ),
        '&lt;', '<'
      ),
      '&gt;', '>'
    ),
    '&quot;', '"'
  ),
  '&amp;', '&'
);

comment on function private.text_of_html is
  'Returns the readable text of HTML made by the renderer of articles and issues, one line per block; that renderer escapes only < > " and &.';


-- search/text_of_markdown.sql

create function private.text_of_markdown(markdown text) returns text
language sql
immutable
strict
parallel safe
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(markdown, '\[([^][]*)\]\(([^()\s]*)\)', '\1 (\2)', 'g'),
        '^[ ]{0,3}(#{1,6}|>)[ ]+', '', 'gn'
      ),
      '\*\*|__|`', '', 'g'
    ),
    '\*(\S[^*\n]*)\*', '\1', 'g'
  ),
  '\\([][!-/:-@^_`{|}~])', '\1', 'g'
);

comment on function private.text_of_markdown is
  'Returns the words of a text in Markdown for the search, without its marks: links as "words (address)"; lists keep "- ".';


-- series/announce_editions.sql

create function private.announce_editions(p_series uuid) returns void
language plpgsql
as $$
declare
  number constant bigint := greatest(
    extract(epoch from now()),
    (select max(a.announcement) + 1 from private.announced_editions a where a.series_id = p_series)
  );
begin
  delete from private.announced_editions a
    using public.events e
    where a.series_id = p_series
      and a.announcement is null
      and e.id = a.event_id
      and not (e.series_id is not distinct from p_series and private.is_to_announce(e));
  insert into private.announced_editions (event_id, series_id)
    select e.id, p_series
    from public.events e
    where e.series_id = p_series and private.is_to_announce(e)
    on conflict do nothing;
  -- The pause keeps editions published by mistake from being announced, and puts editions published together into one
  -- email.
  if not exists (
    select from private.announced_editions a
    where a.series_id = p_series and a.announcement is null and a.seen_at <= now() - private.announcement_pause()
  ) then
    return;
  end if;
  update private.announced_editions a set announcement = number where a.series_id = p_series and a.announcement is null;
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'series-editions', s.id, number, true
    from private.series_subscriptions s
    where s.series_id = p_series and s.confirmed_at is not null
    order by s.confirmed_at, s.id
    on conflict do nothing;
end;
$$;

comment on function private.announce_editions is
  'Enqueues one email about the newly published editions of a series to everyone with a confirmed subscription, ten minutes after the first of them was published; called by make_editions, which has locked the series.';


-- series/announcement_pause.sql

create function private.announcement_pause() returns interval
language sql
immutable
parallel safe
return interval '10 minutes';

comment on function private.announcement_pause is
  'How long after an edition is published its subscribers are notified.';


-- series/confirm_series_subscription.sql

create function public.confirm_series_subscription(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  confirmed uuid;
begin
  update private.series_subscriptions s
    set confirmed_at = now(), confirm_by = null
    from private.series_links l
    where l.token_digest = p_token_digest and s.id = l.subscription_id and s.confirmed_at is null
    returning s.id into confirmed;
  perform private.note_confirmed(confirmed);
  return confirmed is not null;
end;
$$;

grant execute on function public.confirm_series_subscription to service_role;

comment on function public.confirm_series_subscription is
  'Confirms the address of the holder of this link. Returns false when nothing has changed.';


-- series/copied_settings.sql

create function private.copied_settings() returns text[]
language sql
immutable
return array[
  'title', 'time_note', 'place', 'attendee_limit', 'summary', 'about', 'poster_path', 'poster_alt', 'poster_width',
  'poster_height', 'place_id', 'place_note', 'to_bring', 'co_hosts', 'takes_reservations', 'party_limit',
  'offer_hours', 'meets', 'ask_days', 'online_limit', 'admission', 'visibility', 'tells_undecided'
];

comment on function private.copied_settings is
  'Columns of an event that its next edition copies unchanged; hours and sign-up times are moved to the new day instead.';


-- series/erase_series_subscriptions.sql

create function private.erase_series_subscriptions(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.series_subscriptions s where lower(s.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('series_subscriptions', removed);
end;
$$;

comment on function private.erase_series_subscriptions is
  'Erases the series subscriptions of the owner of an address.';


-- series/index_series.sql

create function private.index_series(p_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that changes another edition at the same time waits, and then sees this one.
  perform from public.series s where s.id = p_id for no key update;
  delete from private.search_items i where i.kind = 'series' and i.item_id = p_id;
  insert into private.search_items (kind, item_id, title, sentences, leads_to, shown_at, ahead_until)
    select 'series', s.id, s.name, private.sentences_of(private.text_of_markdown(s.about)), s.key,
      max(e.starts_at), max(private.ahead_until(e))
    from public.series s
    join public.events e on e.series_id = s.id and e.is_listed
    where s.id = p_id
    group by s.id;
end;
$$;

comment on function private.index_series is
  'Rebuilds the search entry of a series: name and text, if it has a published edition.';


-- series/keep_series_link.sql

create function private.keep_series_link(p_purpose text, p_person uuid, p_token_digest text) returns boolean
language plpgsql
as $$
begin
  if p_purpose not in ('series-confirm', 'series-editions') then
    return false;
  end if;
  insert into private.series_links (token_digest, subscription_id) values (p_token_digest, p_person) on conflict do nothing;
  return true;
end;
$$;

comment on function private.keep_series_link is
  'Implements keep_mail_link for the emails to subscribers of a series.';


-- series/keep_template.sql

create function private.keep_template() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.series_templates t where t.series_id = new.id;
  insert into private.series_templates (series_id, event)
    select new.id, to_jsonb(e)
    from public.events e
    where e.id = new.template_id;
  return null;
end;
$$;

comment on function private.keep_template is
  'Trigger: stores a snapshot of the event that editions are copied from, so that later changes to that single event do not affect future editions.';


-- series/leave_series.sql

create function public.leave_series(p_token_digest text, p_refused_key text default null) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscription uuid;
begin
  delete from private.series_subscriptions s
    using private.series_links l
    where l.token_digest = p_token_digest and s.id = l.subscription_id
    returning s.id into subscription;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = subscription and m.next_attempt_at is not null;
  perform private.refuse_mail(p_refused_key);
  return true;
end;
$$;

grant execute on function public.leave_series to service_role;

comment on function public.leave_series is
  'Erases the subscription of the holder of this link, and emails queued to them. With p_refused_key, the keyed digest of the address, also records that its owner asked for nothing, so that no visitor can cause another email to it. Returns false when nothing has changed.';


-- series/list_series.sql

create function public.list_series(p_id uuid default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(
      jsonb_agg(
        to_jsonb(s) - 'folded_name' || jsonb_build_object(
          'editions', coalesce(e.editions, 0),
          'next_starts_at', e.next_starts_at,
          'subscribers', (
            select count(*) from private.series_subscriptions u where u.series_id = s.id and u.confirmed_at is not null
          ),
          'plan', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object('day', p.day, 'state', p.state, 'key', p.key, 'event_id', p.event_id, 'title', m.title,
                  'status', m.status, 'is_published', m.is_published, 'starts_at', m.starts_at, 'date_precision', m.date_precision)
                order by p.day
              ),
              '[]'
            )
            from private.plan_of_series(s, case when p_id is null then s.editions_ahead else 12 end) p
            left join public.events m on m.id = p.event_id
          )
        )
        order by s.folded_name
      ),
      '[]'
    )
    from public.series s
    left join (
      select o.series_id, count(*) as editions,
        min(o.starts_at) filter (where o.starts_at > now() and o.date_precision in ('exact', 'day') and o.status = 'scheduled' and o.is_published) as next_starts_at
      from public.events o
      where o.series_id is not null
      group by o.series_id
    ) e on e.series_id = s.id
    where p_id is null or s.id = p_id
  );
end;
$$;

-- for admins: reads series, and the state of their next dates
grant execute on function public.list_series to authenticated;

comment on function public.list_series is
  'For admins: returns all series by name, or one of them, each with {editions, next_starts_at, subscribers, plan: [{day, state, key, event_id, title, status, is_published, starts_at, date_precision}]}: the state of the dates within editions_ahead, or of the next twelve for a single series.';


-- series/note_series_for_search.sql

create function private.note_series_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_series(coalesce(new.id, old.id));
  return null;
end;
$$;

comment on function private.note_series_for_search is
  'Trigger: updates the search entry of a series.';


-- series/series_dates.sql

create function public.series_dates(
  p_frequency text,
  p_weekday integer,
  p_every_weeks integer,
  p_week_of_month integer,
  p_first_day date,
  p_last_day date,
  p_left_out date[],
  p_from date,
  p_count integer
) returns date[]
language sql
immutable
return (
  with rule as (
    select
      p_first_day + (p_weekday - extract(isodow from p_first_day)::integer + 7) % 7 as first_date,
      7 * p_every_weeks as step,
      greatest(p_from, p_first_day) as earliest,
      p_count + coalesce(cardinality(p_left_out), 0) as tries
  ),
  days as (
    select r.first_date + (greatest(0, (r.earliest - r.first_date + r.step - 1) / r.step) + number) * r.step as day
    from rule r
    cross join generate_series(0, r.tries) number
    where p_frequency = 'weeks'
    union all
    select
      case
        -- The last one is a week before the first of the following month.
        when p_week_of_month = -1 then following + (p_weekday - extract(isodow from following)::integer + 7) % 7 - 7
        else first + (p_weekday - extract(isodow from first)::integer + 7) % 7 + 7 * (p_week_of_month - 1)
      end
    from rule r
    cross join generate_series(0, r.tries + 1) number
    cross join lateral (
      select
        (date_trunc('month', r.earliest::timestamp) + make_interval(months => number))::date as first,
        (date_trunc('month', r.earliest::timestamp) + make_interval(months => number + 1))::date as following
    ) month
    where p_frequency = 'month'
  )
  select coalesce(array_agg(chosen.day order by chosen.day), '{}')
  from (
    select d.day
    from days d
    cross join rule r
    where d.day >= r.earliest
      and d.day <= coalesce(p_last_day, '9998-12-31'::date)
      and d.day < '9999-01-01'::date
      and d.day <> all (coalesce(p_left_out, '{}'))
    order by d.day
    limit p_count
  ) chosen
);

-- for members: reads nothing: only computes
grant execute on function public.series_dates to authenticated;

comment on function public.series_dates is
  'Returns the first p_count dates on or after p_from that a rule gives, without those left out: every p_every_weeks weeks on a weekday (1 for Monday), counted from the first one on or after p_first_day; or the p_week_of_month-th such weekday of each month, -1 for the last. Empty without a rule.';


-- series/series_retention.sql

create function private.series_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('unconfirmedSubscriber', private.unconfirmed_period(), 'private.series_subscriptions', 't.confirm_by <= now()', null);
$$;

comment on function private.series_retention is
  'Returns how long unconfirmed series subscriptions are kept.';


-- series/series_that_may_go.sql

create function private.series_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('series', 'private.series_subscriptions', 't.confirmed_at is null');
$$;

comment on function private.series_that_may_go is
  'Implements rows_that_may_go.';


-- site/copy_picture_to_site.sql

create function private.copy_picture_to_site() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.site_settings s
  set settings = s.settings || (
    select jsonb_object_agg(each.key || '_alt', new.alt) || jsonb_object_agg(each.key || '_focus', new.focus)
    from jsonb_each_text(s.settings) each
    where each.value = new.path
  )
  where exists (select from jsonb_each_text(s.settings) each where each.value = new.path);
  return null;
end;
$$;

comment on function private.copy_picture_to_site is
  'Trigger: keeps the site''s copies of a picture''s description and focus in sync with the library.';


-- suggestions/erase_suggestions.sql

create function private.erase_suggestions(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from public.suggestions s where lower(s.email) = p_address;
  get diagnostics removed = row_count;
  return jsonb_build_object('suggestions', removed);
end;
$$;

comment on function private.erase_suggestions is
  'Erases suggestions of the owner of an address; what they have become remains.';


-- suggestions/set_suggestion_handled.sql

create function private.set_suggestion_handled() returns trigger
language plpgsql
as $$
begin
  new.handled_at := case when new.status = 'new' then null else coalesce(old.handled_at, now()) end;
  return new;
end;
$$;

comment on function private.set_suggestion_handled is
  'Trigger: records when a suggestion was accepted or declined.';


-- suggestions/suggest.sql

create function public.suggest(
  p_kind text,
  p_title text,
  p_url text,
  p_about text,
  p_suspected_spam boolean,
  p_day date default null,
  p_place text default null,
  p_email text default null,
  p_address_key text default null,
  p_sender jsonb default null
) returns table (outcome public.suggest_outcome, title text, tab_key text)
language plpgsql
security definer
set search_path = ''
as $$
declare
  page constant text := public.address_key(p_url);
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 500 + octet_length(concat(p_title, p_url, p_about, p_place, p_email));
  is_suspected boolean := p_suspected_spam;
  kept uuid;
begin
  if p_kind = 'resource' then
    return query
      select 'in-library'::public.suggest_outcome, r.title, r.tab_key
      from public.education_resources r
      join public.education_tabs t on t.tab_key = r.tab_key
      where public.address_key(r.url) = page and r.is_published and r.deleted_at is null and t.is_active
      order by r.created_at, r.id
      limit 1;
    if found then
      return;
    end if;
  end if;

  perform pg_advisory_xact_lock(hashtextextended('suggestion ' || page, 0));
  perform from public.suggestions s
    where s.status = 'new' and public.address_key(s.url) = page and s.kind = p_kind and s.suspected_spam = p_suspected_spam
      and s.about is not distinct from p_about and lower(s.email) is not distinct from lower(p_email);
  if found then
    return query values ('already-kept'::public.suggest_outcome, null::text, null::text);
    return;
  end if;

  if not private.reserve_bytes(keys, bytes) then
    return query values ('full'::public.suggest_outcome, null::text, null::text);
    return;
  end if;
  is_suspected := p_suspected_spam or private.is_too_much(keys, bytes);
  insert into public.suggestions (kind, title, url, about, day, place, email, suspected_spam)
    values (
      p_kind, p_title, p_url, p_about, case when p_kind = 'event' then p_day end, case when p_kind = 'event' then p_place end, p_email,
      is_suspected
    )
    returning id into kept;
  perform private.note_stored('suggestion', kept, keys, bytes, is_suspected);
  if p_address_key is not null and not is_suspected then
    perform private.enqueue_mail('suggestion-receipt', kept, p_address_key, '{receipt}', keys, 'strangers');
  end if;
  return query values ('kept'::public.suggest_outcome, null::text, null::text);
end;
$$;

grant execute on function public.suggest to service_role;

comment on function public.suggest is
  'Stores what a visitor suggests and, with p_address_key, the keyed digest of p_email, enqueues a receipt by email within its budgets, unless it is suspected spam. p_sender is what budget_keys takes. A suggestion over the budget of bytes is kept as suspected spam. Returns kept; already-kept, if the same person says the same of the page already; in-library, with title and tab, if there is a visible resource with this page; or full (nothing is stored: reserve_bytes).';


-- suggestions/suggestions_retention.sql

create function private.suggestions_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('handledSuggestion', interval '90 days', 'public.suggestions', 't.handled_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.suggestions', 't.suspected_spam and t.created_at <= now() - $1', null);
$$;

comment on function private.suggestions_retention is
  'Returns how long suggestions are kept.';


-- suggestions/suggestions_that_may_go.sql

create function private.suggestions_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  values ('suggestion', 'public.suggestions', 't.suspected_spam');
$$;

comment on function private.suggestions_that_may_go is
  'Implements rows_that_may_go.';


-- text/address_key.sql

create function public.address_key(url text) returns text
language sql
immutable
strict
parallel safe
return (
  select address.host || address.path || case when address.query = '' then '' else '?' || address.query end
  from (
    select
      regexp_replace(lower(part[1]), '^www\.|:(80|443)$', '', 'g') as host,
      rtrim(regexp_replace(part[2], '/{2,}', '/', 'g'), '/') as path,
      array_to_string(
        array(
          select pair
          from unnest(string_to_array(part[3], '&')) with ordinality as pairs (pair, place)
          where pair <> '' and pair !~* '^(utm_|mc_|(fbclid|gclid|ref)(=|$))'
          order by place
        ),
        '&'
      ) as query
    from regexp_match(url, '^[^:]+://([^/?#]*)([^?#]*)\??([^#]*)') as part
  ) address
);

-- for members: reads nothing: only computes
grant execute on function public.address_key to authenticated;

comment on function public.address_key is
  'Returns a normalized form shared by different URLs of one page: without scheme, www, default port, trailing and doubled slashes, fragment and parameters that only say where a reader comes from (utm_, mc_, fbclid, gclid, ref), and with the host in lower case.';


-- text/fold.sql

create function public.fold(value text) returns text
language sql
immutable
strict
parallel safe
return replace(
  lower(
    translate(
      replace(normalize(value, nfkd), U&'\1E9E', U&'\00DF'),
      U&'\0142\0141\00F8\00D8\0304\02BB\02BC\2018\2019''`', 'lloo'
    )
  ),
  U&'\00DF', 'ss'
);

-- for members: reads nothing: only computes
grant execute on function public.fold to authenticated;

comment on function public.fold is
  'Returns text in the form that search compares: lower case, ordinary width, with ss, l and o for ß, ł and ø, without kahakō and without any of the characters that are typed for an ʻokina.';


-- text/folded_tags.sql

create function public.folded_tags(tags text[]) returns text[]
language sql
immutable
parallel safe
return array(select public.fold(tag) from unnest(tags) with ordinality as each (tag, place) order by place);

-- for members: reads nothing: only computes
grant execute on function public.folded_tags to authenticated;

comment on function public.folded_tags is
  'Returns each tag folded, so that NFT and nft are equal.';


-- text/new_check_in_code.sql

create function private.new_check_in_code() returns text
language plpgsql
as $$
begin
  return (
    select string_agg(substr('ABCDEFGHJKMNPQRTUVWXYZ', get_byte(random.bytes, place) % 22 + 1, 1), '' order by place)
    from (select decode(md5(gen_random_uuid()::text || gen_random_uuid()::text), 'hex') as bytes) random
    cross join generate_series(0, 7) as place
  );
end;
$$;

comment on function private.new_check_in_code is
  'Returns eight letters for check-in, none of which looks like a digit or another letter; there are about 2 to the 35th of them.';


-- text/pattern_of_address.sql

create function private.pattern_of_address(p_email text) returns text
language sql
immutable
strict
parallel safe
return (
  select '(?:(?<![a-z0-9._%+-])|(?<=%[0-9a-f][0-9a-f]))'
    || string_agg(case when c ~ '[a-z0-9]' then c else '(?:\' || c || '|%' || to_hex(ascii(c)) || ')' end, '' order by n)
    || '(?![a-z0-9-]|[.][a-z0-9])'
  from unnest(string_to_array(lower(p_email), null)) with ordinality as letters (c, n)
);

comment on function private.pattern_of_address is
  'Returns a regular expression that finds an email address in a text, even percent-encoded, but not as part of another address.';


-- text/set_updated_at.sql

create function private.set_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.set_updated_at is
  'Trigger: sets updated_at to the time of the change.';


-- text/shard_of.sql

create function private.shard_of(p_like bigint) returns smallint
language sql
immutable
return (p_like % 16)::smallint;

comment on function private.shard_of is
  'Returns which of the 16 counters of its resource and of its day counts a like. The id of a like never changes, so it is subtracted from the counter it was added to, and no counter falls below 0.';


-- text/shard_of_row.sql

create function private.shard_of_row(p_id uuid) returns smallint
language sql
immutable
return get_byte(uuid_send(p_id), 15) % 16;

comment on function private.shard_of_row is
  'Returns which of the 16 counters of its day counts a row, so that simultaneous submissions do not wait for the same counter. The id of a row never changes.';


-- text/trace_of_address.sql

create function private.trace_of_address(p_email text) returns text
language sql
immutable
strict
parallel safe
return (
  select run
  from regexp_split_to_table(split_part(lower(p_email), '@', 1), '[^a-z0-9]+') as run
  order by length(run) desc
  limit 1
);

comment on function private.trace_of_address is
  'Returns the longest run of letters and digits before the @: a quick check, since a text without it cannot contain the address.';


-- text/visible_length.sql

create function public.visible_length(value text) returns integer
language sql
immutable
strict
parallel safe
return char_length(
  regexp_replace(
    value,
    '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F'
      || '\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
      || '\U000E0001\U000E0020-\U000E007F]',
    '',
    'g'
  )
);

-- for members: reads nothing: only computes
grant execute on function public.visible_length to authenticated;

comment on function public.visible_length is
  'Returns the number of code points without format characters (Unicode category Cf), as the forms count them.';


-- text/without_address.sql

create function private.without_address(p_value jsonb, p_pattern text, p_replacement text) returns jsonb
language plpgsql
immutable
as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then to_jsonb(regexp_replace(p_value #>> '{}', p_pattern, p_replacement, 'gi'))
    when 'object' then (
      select coalesce(jsonb_object_agg(each.key, private.without_address(each.value, p_pattern, p_replacement)), '{}')
      from jsonb_each(p_value) each
    )
    when 'array' then (
      select coalesce(jsonb_agg(private.without_address(element.value, p_pattern, p_replacement) order by element.place), '[]')
      from jsonb_array_elements(p_value) with ordinality as element (value, place)
    )
    else p_value
  end;
end;
$$;

comment on function private.without_address is
  'Returns the same JSON with matches of the pattern in its texts replaced.';


-- time/site_time_zone.sql

create function public.site_time_zone() returns text
language sql
immutable
parallel safe
return 'Pacific/Honolulu';

-- for members: reads the time zone
grant execute on function public.site_time_zone to anon, authenticated, service_role;

comment on function public.site_time_zone is
  'Returns the time zone of all dates and times that people read and type.';


-- budgets/rules.sql

insert into private.budget_rules (what, who, period, most, rows_of_a_part) values
  ('password-link', 'recipient', '24 hours', 5, 1),
  ('new-address', 'account', '24 hours', 5, 1),
  ('invitation', 'account', '24 hours', 20, 1),
  ('test-email', 'account', '24 hours', 10, 1),
  ('by-hand', 'account', '24 hours', 200, 1),
  ('sign-up', 'recipient', '24 hours', 1, 1),
  ('own-press', 'entry', '24 hours', 5, 1),
  ('new-address-of-entry', 'entry', '24 hours', 3, 1),
  ('workshop', 'recipient', '24 hours', 20, 1),
  ('receipt', 'recipient', '24 hours', 1, 1),
  ('newsletter', 'recipient', '24 hours', 1, 1),
  ('series', 'recipient', '24 hours', 3, 1),
  ('proposal', 'recipient', '24 hours', 3, 1),
  ('lost-link', 'recipient', '24 hours', 1, 1),
  ('letter', 'far', '24 hours', null, 16),
  ('confirmed', 'far', '24 hours', null, 16),
  ('strangers-sent', 'site', '1 minute', null, 1),
  ('bytes', 'far', '24 hours', 1000000, 1),
  ('bytes-under-pressure', 'far', '24 hours', 12000, 1),
  ('bytes-reserve', 'far', '24 hours', 4000000, 1),
  ('bytes-reserve', 'site', '24 hours', 40000000, 16),
  ('made-room', 'site', '24 hours', null, 1),
  ('found-full', 'site', '24 hours', null, 1);


-- articles/tables.sql

create table public.articles (
  id uuid default gen_random_uuid() primary key,
  kind text not null,
  slug text not null,
  revision integer not null,
  published_revision integer,
  published_at timestamptz,
  change_note text,
  changed_at timestamptz,
  trashed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_article_per_address unique (kind, slug),
  constraint a_change_has_its_time check ((change_note is null) = (changed_at is null)),
  constraint articles_kind_check check (kind in ('article', 'guide')),
  constraint articles_revision_check check (revision > 0),
  constraint change_note_has_1_to_300_characters check (btrim(change_note) <> '' and public.visible_length(change_note) <= 300 and change_note !~ '[[:cntrl:]]'),
  constraint events_have_the_address_of_a_guide check (kind <> 'guide' or slug <> 'events'),
  constraint published_is_a_revision check (published_revision >= 1 and published_revision <= revision),
  constraint published_with_its_revision check ((published_at is null) = (published_revision is null)),
  constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80)
);

comment on table public.articles is
  'Articles (/insights/{slug}) and guides (/resources/{slug}). Visitors read those whose publication time has'
  ' come, with the text of their published revision.';
comment on column public.articles.revision is 'Number of the latest revision, which may not be published.';
comment on column public.articles.published_revision is
  'Number of the revision that visitors read from published_at on.';
comment on column public.articles.published_at is 'Null for a draft, in the future for a scheduled article.';
comment on column public.articles.change_note is
  'What an admin told readers about the latest change; changed_at says when.';

create index articles_by_change on public.articles (updated_at desc, id);
create index articles_in_public on public.articles (kind, published_at) where published_at is not null and trashed_at is null;

alter table public.articles enable row level security;


create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null,
  number integer not null,
  slug text not null,
  title text not null,
  excerpt text not null,
  category text,
  author text,
  shown_on date,
  picture_path text,
  picture_alt text,
  markdown text not null,
  html text not null,
  outline jsonb not null,
  words integer not null,
  renderer text not null,
  published_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint one_revision_per_number unique (article_id, number) include (shown_on),
  constraint article_revisions_article_id_fkey foreign key (article_id) references public.articles(id) on delete cascade,
  constraint a_picture_is_described check ((picture_path is null) = (picture_alt is null)),
  constraint article_revisions_html_check check (octet_length(html) <= 5000000),
  constraint article_revisions_number_check check (number > 0),
  constraint article_revisions_outline_check check (jsonb_typeof(outline) = 'array'),
  constraint article_revisions_renderer_check check (char_length(renderer) >= 1 and char_length(renderer) <= 60),
  constraint article_revisions_words_check check (words >= 0),
  constraint author_has_1_to_100_characters check (btrim(author) <> '' and public.visible_length(author) <= 100 and author !~ '[[:cntrl:]]'),
  constraint category_has_1_to_60_characters check (btrim(category) <> '' and public.visible_length(category) <= 60 and category !~ '[[:cntrl:]]'),
  constraint excerpt_has_1_to_300_characters check (btrim(excerpt) <> '' and public.visible_length(excerpt) <= 300 and excerpt !~ '[[:cntrl:]]'),
  constraint markdown_has_1_to_100000_characters check (btrim(markdown) <> '' and public.visible_length(markdown) <= 100000 and char_length(markdown) <= 400000),
  constraint picture_alt_has_1_to_300_characters check (btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300 and picture_alt !~ '[[:cntrl:]]'),
  constraint picture_is_of_this_site check (picture_path ~ '^/(Images|uploads)/[^[:space:]\\]+$' and char_length(picture_path) <= 200),
  constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  constraint title_has_1_to_150_characters check (btrim(title) <> '' and public.visible_length(title) <= 150 and title !~ '[[:cntrl:]]')
);

comment on table public.article_revisions is
  'Every text that an article has had. Revisions never change, except for the HTML, which a newer renderer makes'
  ' again.';
comment on column public.article_revisions.slug is 'The address that the article gets when this revision is published.';
comment on column public.article_revisions.shown_on is 'The date that readers see; null for the day of publication.';
comment on column public.article_revisions.outline is 'Headings of the second level: [{id, text}].';
comment on column public.article_revisions.words is 'Word count of the text, for the reading time.';
comment on column public.article_revisions.renderer is
  'The renderer that made html, outline and words from the Markdown.';
comment on column public.article_revisions.published_at is 'When visitors first read it, or will.';
comment on column public.article_revisions.created_by is
  'The admin; null for articles that came with the site. Has no foreign key, like the audit log.';

create index article_revisions_with_addresses on public.article_revisions ((coalesce(
  slug ~ '@|%40'
  or title ~ '@|%40'
  or excerpt ~ '@|%40'
  or category ~ '@|%40'
  or author ~ '@|%40'
  or picture_path ~ '@|%40'
  or picture_alt ~ '@|%40'
  or markdown ~ '@|%40'
  or html ~ '@|%40'
  or outline::text ~ '@|%40'
  or renderer ~ '@|%40',
  false
)));
create index article_revisions_by_picture on public.article_revisions using gin (private.pictures_in(markdown, picture_path));

alter table public.article_revisions enable row level security;


create table private.article_old_slugs (
  kind text not null,
  slug text not null,
  article_id uuid not null,
  constraint article_old_slugs_pkey primary key (kind, slug),
  constraint article_old_slugs_article_id_fkey foreign key (article_id) references public.articles(id) on delete cascade,
  constraint article_old_slugs_kind_check check (kind in ('article', 'guide')),
  constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80)
);

comment on table private.article_old_slugs is
  'Earlier addresses of articles. They redirect to the article''s current address as long as no other article is'
  ' published there.';

create index article_old_slugs_of_an_article on private.article_old_slugs (article_id);

alter table private.article_old_slugs enable row level security;


-- attendance/check-in/tables.sql

create table public.door_passes (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  name text not null,
  token_digest text not null unique,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  made_by uuid default auth.uid(),
  session_id uuid default (auth.jwt() ->> 'session_id')::uuid,
  is_own boolean not null default false,
  constraint pass_has_1_to_60_characters check (btrim(name) <> '' and public.visible_length(name) <= 60),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table public.door_passes is 'Passes (links) that let helpers check people in at the door of one event.';
comment on column public.door_passes.name is 'The name by which admins tell passes apart.';
comment on column public.door_passes.ended_at is 'When an admin revoked it.';

comment on column public.door_passes.made_by is 'The admin who made it. Has no foreign key, like the audit log.';
comment on column public.door_passes.session_id is 'The session in which it was made.';
comment on column public.door_passes.is_own is
  'Whether the admin made it for themselves: it ends when they sign out, change their password or are no admin anymore.';

create index door_passes_of_admins on public.door_passes (made_by) where is_own and ended_at is null;
create index door_passes_of_an_event on public.door_passes (event_id);

alter table public.door_passes enable row level security;


create table public.walk_ins (
  id uuid primary key,
  event_id uuid not null,
  people smallint not null,
  helper text not null,
  created_at timestamptz not null default now(),
  constraint helper_has_1_to_60_characters check (btrim(helper) <> '' and public.visible_length(helper) <= 60),
  constraint people_are_1_to_20 check (people >= 1 and people <= 20)
);

comment on table public.walk_ins is 'Numbers of people who came without a reservation. Their names are not recorded.';
comment on column public.walk_ins.helper is 'The name that the helper at the door entered.';

create index walk_ins_of_an_event on public.walk_ins (event_id, created_at);

alter table public.walk_ins enable row level security;


create table public.door_presses (
  id uuid primary key,
  pass_id uuid not null,
  kind text not null,
  reservation_id uuid,
  people smallint,
  helper text not null,
  pressed_at timestamptz not null,
  received_at timestamptz not null default now(),
  is_late boolean not null,
  outcome text not null,
  constraint door_presses_pass_id_fkey foreign key (pass_id) references public.door_passes(id) on delete cascade,
  constraint helper_has_1_to_60_characters check (btrim(helper) <> '' and public.visible_length(helper) <= 60),
  constraint kind_is_known check (kind in ('check-in', 'undo', 'walk-in', 'undo-walk-in')),
  constraint outcome_is_known check (outcome in (
    'in', 'already-in', 'no-spot', 'not-found', 'undone', 'not-in', 'walked-in', 'walk-in-undone', 'pass-ended', 'too-late', 'closed', 'too-many')),
  constraint people_are_1_to_20 check (people >= 1 and people <= 20)
);

comment on table public.door_presses is
  'What helpers pressed on phones and the outcome; each press is recorded once, however often it is sent.';
comment on column public.door_presses.id is 'Made by the phone.';
comment on column public.door_presses.reservation_id is 'Null for walk-ins, and if no reservation has the code.';
comment on column public.door_presses.pressed_at is
  'By the server''s clock: when it was received, minus how long the phone had kept it.';
comment on column public.door_presses.is_late is 'Whether it was received after the door had closed.';

create index door_presses_of_a_pass on public.door_presses (pass_id);
create index door_presses_of_a_reservation on public.door_presses (reservation_id);

alter table public.door_presses enable row level security;


-- attendance/reservations/tables.sql

create table public.event_spots (
  event_id uuid not null,
  attends text not null,
  taken integer not null default 0,
  waiting integer not null default 0,
  moved_up integer not null default 0,
  constraint event_spots_pkey primary key (event_id, attends),
  constraint event_spots_attends_check check (attends in ('room', 'online')),
  constraint event_spots_moved_up_check check (moved_up >= 0),
  constraint event_spots_taken_check check (taken >= 0),
  constraint event_spots_waiting_check check (waiting >= 0)
);

comment on table public.event_spots is
  'What the public sees of an event that takes reservations: one row for people in the room and one for people online. These two rows are the lock under which spots change hands.';
comment on column public.event_spots.attends is
  'room or online, as in reservations.attends; both rows exist wherever the event meets.';
comment on column public.event_spots.taken is 'Number of people with a spot or to whom one is offered.';
comment on column public.event_spots.waiting is
  'Number of people on the waitlist for a spot; some have a spot in the other of room and online until then.';
comment on column public.event_spots.moved_up is 'How often an admin moved someone to the front of the waitlist.';

alter table public.event_spots enable row level security;


create table public.reservations (
  id uuid primary key,
  event_id uuid not null,
  party smallint not null default 1,
  state text not null,
  line integer not null,
  hold_until timestamptz,
  offers integer not null default 0,
  offered_at timestamptz,
  offer_ends_at timestamptz,
  to_be_notified boolean not null default false,
  code text not null default private.new_check_in_code(),
  arrived smallint,
  checked_in_at timestamptz,
  checked_in_by text,
  asked_for date,
  coming_at timestamptz,
  attends text not null default 'room',
  switches_to text,
  waits_for text generated always as (case when state = 'waiting' then attends else switches_to end) stored,
  decided_at timestamptz,
  words text,
  constraint one_code_for_one unique (code),
  constraint one_position_for_one unique (event_id, line),
  constraint attends_in_the_room_or_online check (attends in ('room', 'online')),
  constraint arrived_is_1_to_10 check (arrived >= 1 and arrived <= 10),
  constraint code_has_8_letters check (code ~ '^[A-Z]{8}$'),
  constraint helper_has_1_to_60_characters check (btrim(checked_in_by) <> '' and public.visible_length(checked_in_by) <= 60),
  constraint only_a_spot_is_held check (hold_until is null or state = 'placed'),
  constraint only_an_offer_ends check (offer_ends_at is null or state = 'offered'),
  constraint party_is_1_to_10 check (party >= 1 and party <= 10),
  constraint reservations_offers_check check (offers >= 0),
  constraint state_is_known check (state in ('placed', 'waiting', 'offered', 'declined', 'lapsed', 'canceled', 'past', 'set-aside', 'asked', 'turned-down')),
  constraint only_a_decision_has_words check (words is null or decided_at is not null),
  constraint words_have_1_to_2000_characters check (btrim(words) <> '' and public.visible_length(words) <= 2000),
  constraint only_who_was_asked_is_coming check (coming_at is null or asked_for is not null),
  constraint only_a_spot_is_switched check (switches_to is null or (switches_to in ('room', 'online') and switches_to <> attends and state = 'placed' and hold_until is null and checked_in_at is null)),
  constraint checked_in_with_a_spot check (checked_in_at is null or (state in ('placed', 'past'))),
  constraint whoever_came_was_checked_in check (num_nonnulls(arrived, checked_in_at, checked_in_by) in (0, 3))
);

comment on table public.reservations is
  'Who has a spot at an event that takes reservations, who waits for one, and who came.';
comment on column public.reservations.id is 'The id of the waitlist entry, which has the name and the address.';
comment on column public.reservations.party is 'The number of people.';
comment on column public.reservations.state is
  'declined and lapsed: an offer was turned down, or expired. canceled: an admin has canceled the reservation.'
  ' past: it was for an earlier edition of the event. set-aside: suspected spam. asked: they asked to attend, and'
  ' have no spot and no position. turned-down: an admin has turned the request down.';
comment on column public.reservations.line is 'Position in the order in which free spots are offered; ascending.';
comment on column public.reservations.hold_until is
  'Until when a spot is held for an unconfirmed address; null if the address is confirmed or no confirmation is needed.';
comment on column public.reservations.offers is
  'The number of offers made so far; also the occurrence of the latest offer''s email.';
comment on column public.reservations.offer_ends_at is 'Null until the email provider has accepted the email.';
comment on column public.reservations.to_be_notified is
  'Whether an admin has given or canceled the spot without an email about it.';
comment on column public.reservations.code is
  'The code that the ticket shows at the door. It is of no use without a door pass.';
comment on column public.reservations.arrived is 'How many of the party arrived.';
comment on column public.reservations.checked_in_by is 'The name that the helper at the door entered.';
comment on column public.reservations.asked_for is
  'The day of the event, in Honolulu, about which the person was asked whether they are still coming.';
comment on column public.reservations.coming_at is 'When they said that they are coming.';
comment on column public.reservations.attends is
  'Whether they have or will have their spot in the room or online. If the event meets in only one of them, that one.';
comment on column public.reservations.switches_to is
  'The other of room and online, if they want a spot there instead. They keep their present spot until then.';
comment on column public.reservations.waits_for is
  'Whether they are on the waitlist for the room or online, ordered by line; null if on neither.';

comment on column public.reservations.decided_at is 'When an admin accepted or turned down what they asked for.';
comment on column public.reservations.words is 'What the organizers wrote with that decision, in Markdown.';

create index reservations_at_the_door on public.reservations (event_id, state);
create index reservations_checked_in on public.reservations (event_id, state) where checked_in_at is not null;
create index reservations_in_line on public.reservations (event_id, line) where waits_for is not null;
create index reservations_with_deadlines on public.reservations (event_id) where state = 'offered' or hold_until is not null;

alter table public.reservations enable row level security;


create table private.given_up_spots (
  event_id uuid not null,
  day date not null,
  people integer not null,
  constraint given_up_spots_pkey primary key (event_id, day),
  constraint given_up_spots_people_check check (people >= 0)
);

comment on table private.given_up_spots is
  'How many people gave up their spots after they were asked whether they are still coming on a day; their entries are erased.';

alter table private.given_up_spots enable row level security;


create table public.line_moves (
  id uuid default gen_random_uuid() primary key,
  reservation_id uuid not null,
  reason text not null,
  moved_by uuid default auth.uid(),
  moved_at timestamptz not null default now(),
  constraint line_moves_reservation_id_fkey foreign key (reservation_id) references public.reservations(id) on delete cascade,
  constraint reason_has_1_to_200_characters check (btrim(reason) <> '' and public.visible_length(reason) <= 200)
);

comment on table public.line_moves is 'Whom an admin has moved to the front of a waitlist, and why.';
comment on column public.line_moves.moved_by is 'Has no foreign key, like the audit log.';

create index line_moves_of_a_reservation on public.line_moves (reservation_id);

alter table public.line_moves enable row level security;


create table private.join_links (
  event_id uuid primary key,
  url text not null,
  number bigint generated by default as identity,
  set_at timestamptz not null default now(),
  constraint url_has_no_userinfo check (url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint url_is_secure check (url ~ '^https://[^[:space:]]+$' and char_length(url) <= 2048)
);

comment on table private.join_links is
  'Links where people with a spot meet online. Kept out of events, so that no list, feed, copy or audit log entry can contain them.';
comment on column private.join_links.number is
  'Changes when the link is replaced; it is the occurrence of the emails about that.';

alter table private.join_links enable row level security;


-- attendance/waitlist/tables.sql

create table public.waitlist_entries (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  name text not null,
  email text not null,
  consent_version text not null,
  suspected_spam boolean not null default false,
  note text,
  tickets_notified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (public.fold((((name || ' ') || email) || ' ') || coalesce(note, ''))) stored not null,
  confirmed_at timestamptz,
  link_generation integer not null default 0,
  notified_at timestamptz,
  for_entry uuid,
  told jsonb not null,
  quiet_at timestamptz,
  answers_changed_at timestamptz,
  came_by text,
  consent_page text,
  constraint waitlist_entries_for_entry_fkey foreign key (for_entry) references public.waitlist_entries(id) on delete cascade,
  constraint came_by_is_a_key check (char_length(came_by) <= 70 and came_by ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint consent_page_has_at_most_200_characters check (char_length(consent_page) <= 200),
  constraint consent_version_has_1_to_40_characters check (char_length(consent_version) >= 1 and char_length(consent_version) <= 40),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint link_generation_counts_up check (link_generation >= 0),
  constraint name_has_1_to_100_characters check (public.visible_length(btrim(name)) >= 1 and public.visible_length(btrim(name)) <= 100),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint note_has_at_most_2000_characters check (char_length(note) <= 2000)
);

comment on table public.waitlist_entries is 'People on the waitlist of an event. Readable only by admins.';
comment on column public.waitlist_entries.consent_version is
  'The version of the consent text that was agreed to at created_at.';
comment on column public.waitlist_entries.consent_page is
  'The path of the page with the form, without the secret of an event by link; null for who was added by hand.';
comment on column public.waitlist_entries.suspected_spam is
  'The hidden form field was filled in; such entries are kept separately, never discarded.';
comment on column public.waitlist_entries.tickets_notified_at is
  'When this person was notified that tickets are available.';
comment on column public.waitlist_entries.notified_at is
  'When this person was last notified of something about the event, by email or by hand.';
comment on column public.waitlist_entries.told is
  'What this person knows of what they rely on (relied_on): as it was when they signed up, or as they were last'
  ' notified.';
comment on column public.waitlist_entries.quiet_at is
  'When this person asked for no more emails that organizers write in their own words about this event.';
comment on column public.waitlist_entries.answers_changed_at is
  'When this person last changed what they answer to the organizers'' questions; null if never since they joined.';
comment on column public.waitlist_entries.came_by is
  'The slug of the named link that led to the form; null if there was none.';
comment on column public.waitlist_entries.search_text is 'Folded name, address and note, for admins to search.';
comment on column public.waitlist_entries.confirmed_at is
  'When the owner of the address pressed the button on the page that is reachable only from an email.';
comment on column public.waitlist_entries.link_generation is
  'Generation of the links in emails to this person. It is part of what their tokens are derived from.';
comment on column public.waitlist_entries.for_entry is
  'The entry with the reservation that entitled the person to this spot at an event for the people of another one;'
  ' this entry is deleted with it.';

create unique index one_entry_per_address on public.waitlist_entries (event_id, lower(email)) where not suspected_spam;
create unique index one_suspected_entry_per_address on public.waitlist_entries (event_id, lower(email)) where suspected_spam;
create index waitlist_entries_of_an_address on public.waitlist_entries (lower(email));
create index waitlist_entries_of_a_reservation on public.waitlist_entries (for_entry) where for_entry is not null;
create index waitlist_entries_of_an_event on public.waitlist_entries (event_id, created_at);
create index waitlist_entries_suspected on public.waitlist_entries (created_at) where suspected_spam;
create index waitlist_entries_notified on public.waitlist_entries (event_id, notified_at) where not suspected_spam and notified_at is not null;
create index waitlist_entries_waiting on public.waitlist_entries (event_id, created_at, id) where not suspected_spam and tickets_notified_at is null;
create index waitlist_entries_with_addresses on public.waitlist_entries ((coalesce(
  name ~ '@|%40' or consent_version ~ '@|%40' or note ~ '@|%40' or told::text ~ '@|%40' or came_by ~ '@|%40'
  or consent_page ~ '@|%40', false
)));

alter table public.waitlist_entries enable row level security;


create table private.waitlist_links (
  token_digest text primary key,
  entry_id uuid not null,
  generation integer not null default 0,
  ticket_digest text not null generated always as (
    encode(sha256(translate(left(encode(sha256(decode(token_digest, 'hex')), 'hex'), 32), '0123456789abcdef', 'abcdefghijklmnop')::bytea), 'hex')
  ) stored,
  constraint waitlist_links_entry_id_fkey foreign key (entry_id) references public.waitlist_entries(id) on delete cascade,
  constraint generation_counts_up check (generation >= 0),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.waitlist_links is
  'SHA-256 of the tokens that lead to the status page of an entry. The tokens themselves are only in emails.';
comment on column private.waitlist_links.generation is
  'The generation of the entry when the link was sent; a later generation invalidates it.';

comment on column private.waitlist_links.ticket_digest is
  'SHA-256 of the token of the ticket (/t), which follows from this link and does not lead back to it: it shows,'
  ' and nothing more.';

create index waitlist_links_of_a_ticket on private.waitlist_links (ticket_digest);
create index waitlist_links_of_an_entry on private.waitlist_links (entry_id);

alter table private.waitlist_links enable row level security;


create table private.waitlist_departures (
  entry_id uuid primary key,
  event_id uuid not null,
  token_digests text[] not null,
  reason text not null,
  entry jsonb,
  delivery jsonb,
  left_at timestamptz not null default now(),
  reservation jsonb,
  belongings jsonb,
  constraint kept_for_whoever_left check ((reason = 'left') = (entry is not null)),
  constraint waitlist_departures_reason_check check (reason in ('left', 'erased', 'not-mine'))
);

comment on table private.waitlist_departures is
  'People who removed themselves from a waitlist; kept for 24 hours, while it can be undone.';
comment on column private.waitlist_departures.entry is
  'The entry as it was; null once it is erased and can no longer be restored.';
comment on column private.waitlist_departures.delivery is 'Its outbox row.';
comment on column private.waitlist_departures.reservation is 'The reservation as it was; null once it is erased.';
comment on column private.waitlist_departures.belongings is
  'What belonged to the reservation: credentials (ids), and rows of presses, moves, agendas and answers; null'
  ' once it is erased.';

create index waitlist_departures_by_time on private.waitlist_departures (left_at);
create index waitlist_departures_by_token on private.waitlist_departures using gin (token_digests);
create index waitlist_departures_of_an_event on private.waitlist_departures (event_id);

alter table private.waitlist_departures enable row level security;


create table private.waitlist_address_changes (
  id uuid default gen_random_uuid() primary key,
  entry_id uuid not null,
  email text not null,
  previous_email text,
  token_digest text,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint waitlist_address_changes_entry_id_fkey foreign key (entry_id) references public.waitlist_entries(id) on delete cascade,
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint the_previous_one_is_known_when_confirmed check ((confirmed_at is null) = (previous_email is null)),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.waitlist_address_changes is
  'New addresses that people on a waitlist want to use. A change can be confirmed only within 24 hours of asked_at.';
comment on column private.waitlist_address_changes.email is 'The new address.';
comment on column private.waitlist_address_changes.previous_email is
  'The address that the entry had before; its owner is notified of the change.';
comment on column private.waitlist_address_changes.token_digest is
  'SHA-256 of the token that confirms the change; the token itself is only in the email to the new address.';

create unique index one_address_change_at_a_time on private.waitlist_address_changes (entry_id) where confirmed_at is null;
create index waitlist_address_changes_by_time on private.waitlist_address_changes (coalesce(confirmed_at, asked_at));
create unique index waitlist_address_changes_by_token on private.waitlist_address_changes (token_digest);
create index waitlist_address_changes_of_an_entry on private.waitlist_address_changes (entry_id);

alter table private.waitlist_address_changes enable row level security;


-- campaigns/tables.sql

create table public.campaigns (
  id integer generated always as identity primary key,
  event_id uuid not null,
  kind text not null,
  words text,
  subject text,
  audience text,
  is_off boolean not null default false,
  starts_at timestamptz,
  started_by uuid,
  started_at timestamptz,
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  send_at timestamptz,
  constraint a_draft_is_not_paused check (
    started_at is not null or num_nonnulls(paused_at, started_by, starts_at, send_at) = 0
  ),
  constraint kind_is_known check (
    kind in ('tickets-open', 'cancelled', 'postponed', 'changed', 'reminder', 'recap', 'own-words')
  ),
  constraint own_words_have_a_subject_and_people check (
    (kind = 'own-words') = (audience is not null)
    and (kind = 'own-words' or subject is null)
    and (kind <> 'own-words' or started_at is null or num_nulls(subject, words) = 0)
  ),
  constraint subject_has_1_to_150_characters check (btrim(subject) <> '' and public.visible_length(subject) <= 150),
  constraint subject_has_no_control_characters check (subject !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint audience_is_known check (
    audience in ('everyone', 'spot', 'waiting', 'asked', 'came', 'did-not-come', 'unanswered', 'checked')
  ),
  constraint only_own_words_wait check (send_at is null or kind = 'own-words'),
  constraint only_a_reminder_is_switched_off check (not is_off or kind = 'reminder'),
  constraint what_is_off_does_not_start check (started_at is null or not is_off),
  constraint words_fit_a_letter check (
    btrim(words) <> '' and public.visible_length(words) <= case kind when 'own-words' then 5000 else 2000 end
  )
);

comment on table public.campaigns is
  'Emails to the people on a waitlist, each sent once; their occurrence is the id of the campaign.';
comment on column public.campaigns.words is
  'What an admin adds to the email, in Markdown; the whole text of one in their own words.';
comment on column public.campaigns.audience is 'Whom an email in an admin''s own words goes to (private.is_addressed).';
comment on column public.campaigns.is_off is 'Whether the reminder of this event is switched off.';
comment on column public.campaigns.starts_at is
  'Start of the event when the campaign was started; emails about a different date are no longer true.';
comment on column public.campaigns.started_by is
  'The admin; null for a reminder, which cron starts. Has no foreign key, like the audit log.';
comment on column public.campaigns.started_at is 'Null for a draft, which has not been sent to anyone.';
comment on column public.campaigns.send_at is
  'When the emails of one that an admin has scheduled are enqueued; null once they are.';

create unique index one_draft_of_a_kind on public.campaigns (event_id, kind) where started_at is null;
create unique index one_reminder_of_a_start on public.campaigns (event_id, starts_at)
  where kind = 'reminder' and started_at is not null;
create index campaigns_of_an_event on public.campaigns (event_id, id);

create index campaigns_that_wait on public.campaigns (send_at) where send_at is not null;

alter table public.campaigns enable row level security;


create table private.campaign_people (
  campaign_id integer not null,
  entry_id uuid not null,
  constraint campaign_people_pkey primary key (campaign_id, entry_id),
  constraint campaign_people_campaign_id_fkey foreign key (campaign_id) references public.campaigns(id)
    on delete cascade
);

comment on table private.campaign_people is 'The people that an admin has checked for an email in their own words.';

create index campaign_people_of_an_entry on private.campaign_people (entry_id);

alter table private.campaign_people enable row level security;


-- contact/tables.sql

create table public.contact_messages (
  id uuid default gen_random_uuid() primary key,
  name text not null,
  email text not null,
  message text not null,
  status text not null default 'new',
  note text,
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  handled_at timestamptz,
  search_text text generated always as (public.fold((((((name || ' ') || email) || ' ') || case when suspected_spam then '' else message end) || ' ') || coalesce(note, ''))) stored not null,
  number integer generated always as identity not null,
  constraint number_is_its_own unique (number),
  constraint contact_messages_status_check check (status in ('new', 'open', 'done', 'spam')),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint message_has_1_to_5000_characters check (public.visible_length(btrim(message)) >= 1 and public.visible_length(btrim(message)) <= 5000),
  constraint name_has_1_to_100_characters check (public.visible_length(btrim(name)) >= 1 and public.visible_length(btrim(name)) <= 100),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint note_has_at_most_2000_characters check (char_length(note) <= 2000)
);

comment on table public.contact_messages is 'Messages from /contact. Readable only by admins.';
comment on column public.contact_messages.suspected_spam is
  'The hidden form field was filled in, or the daily budget of bytes was exceeded (budget_rules); such messages are kept separately, never discarded.';
comment on column public.contact_messages.handled_at is 'Since when the status is done; null for every other status.';
comment on column public.contact_messages.search_text is
  'Folded name, address, message and note, for admins to search; without the message for suspected spam.';
comment on column public.contact_messages.number is
  'Number in the order of arrival; the site shows it as letters and digits.';

create index contact_messages_by_time on public.contact_messages (created_at desc);
create index contact_messages_handled on public.contact_messages (handled_at) where handled_at is not null;
create index contact_messages_in_order on public.contact_messages (created_at, id) include (status) where not suspected_spam;
create index contact_messages_inbox on public.contact_messages (created_at, id) where not suspected_spam and (status in ('new', 'open'));
create index contact_messages_of_an_address on public.contact_messages (lower(email), created_at);
create index contact_messages_suspected on public.contact_messages (created_at, id) where suspected_spam;
create index contact_messages_with_addresses on public.contact_messages ((coalesce(name ~ '@|%40' or message ~ '@|%40' or status ~ '@|%40' or note ~ '@|%40', false)));

alter table public.contact_messages enable row level security;


create table public.message_answers (
  id uuid primary key,
  message_id uuid not null,
  occurrence bigint not null,
  answer text not null,
  created_at timestamptz not null default now(),
  constraint answers_of_a_message_are_numbered unique (message_id, occurrence),
  constraint message_answers_message_id_fkey foreign key (message_id) references public.contact_messages(id) on delete cascade,
  constraint answer_has_1_to_5000_characters check (btrim(answer) <> '' and char_length(answer) <= 5000),
  constraint message_answers_occurrence_check check (occurrence > 0)
);

comment on table public.message_answers is 'What admins have answered by email; deleted with its message.';
comment on column public.message_answers.id is 'Made with the form, so that a form submitted twice answers once.';
comment on column public.message_answers.occurrence is
  'Counts the answers to one message; also the occurrence of their emails.';

alter table public.message_answers enable row level security;


-- imports/tables.sql

create table private.imports (
  id uuid primary key,
  kind text not null,
  source text not null,
  agreed_text text,
  columns text[] not null,
  mapping jsonb not null,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  undone_at timestamptz,
  departures jsonb not null default '{"columns": {}, "words": {}}',
  choices jsonb not null default '{}',
  event_id uuid,
  constraint agreed_text_has_1_to_500_characters check (btrim(agreed_text) <> '' and public.visible_length(agreed_text) <= 500),
  constraint imports_columns_check check (cardinality(columns) between 1 and 100),
  constraint imports_kind_check check (kind in ('subscribers', 'resources', 'events', 'guests')),
  constraint guests_are_of_an_event check ((event_id is not null) = (kind = 'guests')),
  constraint people_have_agreed_to_something check (
    case kind
      when 'guests' then (agreed_text is not null) = (choices ->> 'guests' = 'coming')
      else (agreed_text is not null) = (kind = 'subscribers')
    end
  ),
  constraint source_has_1_to_100_characters check (btrim(source) <> '' and public.visible_length(source) <= 100),
  constraint undone_after_it_was_applied check (undone_at >= applied_at)
);

comment on table private.imports is
  'Imported files: staged for a day, and kept after they were applied for the hour in which that can be undone.';
comment on column private.imports.id is 'Made with the form, so that a form submitted twice makes one import.';
comment on column private.imports.source is 'Where the rows come from, according to an admin.';
comment on column private.imports.agreed_text is 'What the people of the file agreed to there, according to an admin.';
comment on column private.imports.columns is 'The column names from the first line of the file.';
comment on column private.imports.mapping is 'Which of the columns, counted from 0, holds what, e.g. {email: 0}.';

comment on column private.imports.event_id is 'The event that the guests of a list on paper come to.';
comment on column private.imports.departures is
  'How the columns of a file of people say who left, and the words in them that we do not know.';
comment on column private.imports.choices is
  'How the whole file is read, and what was left out of it: {day_order, encoding, with,'
  ' folders, repeats, notes}; for guests also whether they came or are coming, and whether emails are sent.';

create index imports_of_an_event on private.imports (event_id) where event_id is not null;
create index imports_in_order on private.imports (created_at, id);

alter table private.imports enable row level security;


create table private.import_rows (
  import_id uuid not null,
  line integer not null,
  cells jsonb,
  email text,
  address_key text,
  checked jsonb,
  state text not null default 'new',
  reason text,
  row_id uuid,
  made_at timestamptz,
  changes jsonb,
  refusal public.import_refusal,
  constraint import_rows_pkey primary key (import_id, line),
  constraint import_rows_import_id_fkey foreign key (import_id) references private.imports(id) on delete cascade,
  constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  constraint import_rows_reason_check check (char_length(reason) <= 300),
  constraint import_rows_state_check check (state in ('new', 'there', 'changed', 'refused')),
  constraint made_rows_are_known check (made_at is null or row_id is not null),
  constraint only_refused_rows_are_refused check ((refusal is not null) = (state = 'refused') and (reason is null or refusal is not null)),
  constraint only_changed_rows_have_changes check ((changes is not null) = (state = 'changed'))
);

comment on table private.import_rows is
  'The lines of a staged file. Once it is applied, their contents are deleted; only the rows they became or'
  ' changed remain recorded.';
comment on column private.import_rows.line is 'Line number in the file, counted from 1.';
comment on column private.import_rows.cells is 'The contents of the line, by column.';
comment on column private.import_rows.checked is
  'What the line would become, after the checks of its kind; null if they refuse it.';
comment on column private.import_rows.reason is 'Why it is refused, as a sentence; null if the refusal says enough.';
comment on column private.import_rows.row_id is 'The row it has become; for a changed line, the row it is about.';
comment on column private.import_rows.made_at is
  'The updated_at of that row when it was made or changed; if it differs now, someone has touched the row since.'
  ' Null again once that is undone.';
comment on column private.import_rows.changes is 'What it changes of the existing row: {field: [before, said]}.';

create index import_rows_of_an_address on private.import_rows (lower(email)) where email is not null;

alter table private.import_rows enable row level security;


-- issues/tables.sql

create table public.newsletter_issues (
  id uuid default gen_random_uuid() primary key,
  number integer generated always as identity not null,
  slug text not null unique,
  subject text not null,
  preview_text text not null default '',
  markdown text not null,
  html text,
  renderer text,
  daily_cap integer,
  scheduled_at timestamptz,
  letter jsonb,
  sent_at timestamptz,
  recipients integer,
  paused_at timestamptz,
  next_batch_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_issue_per_number unique (number),
  constraint markdown_has_1_to_100000_characters check (btrim(markdown) <> '' and public.visible_length(markdown) <= 100000 and char_length(markdown) <= 400000),
  constraint newsletter_issues_daily_cap_check check (daily_cap >= 1 and daily_cap <= 1000000),
  constraint newsletter_issues_html_check check (octet_length(html) <= 5000000),
  constraint newsletter_issues_last_error_check check (char_length(last_error) <= 500),
  constraint newsletter_issues_letter_check check (octet_length(letter::text) <= 12000000),
  constraint newsletter_issues_recipients_check check (recipients >= 0),
  constraint newsletter_issues_renderer_check check (char_length(renderer) >= 1 and char_length(renderer) <= 40),
  constraint paused_while_it_is_sent check (paused_at is null or sent_at is not null),
  constraint preview_text_has_at_most_200_characters check (public.visible_length(preview_text) <= 200 and preview_text !~ '[[:cntrl:]]'),
  constraint recipients_are_frozen_when_it_is_sent check ((sent_at is null) = (recipients is null)),
  constraint scheduled_with_what_was_made_of_it check (num_nulls(scheduled_at, html, renderer, letter) in (0, 4)),
  constraint sent_after_it_was_scheduled check (sent_at is null or scheduled_at is not null),
  constraint slug_is_a_slug check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80 and slug <> 'embed'),
  constraint subject_has_1_to_150_characters check (btrim(subject) <> '' and public.visible_length(subject) <= 150 and subject !~ '[[:cntrl:]]')
);

comment on table public.newsletter_issues is
  'Issues of the newsletter. Visitors read sent ones; scheduled or sent issues can no longer be changed.';
comment on column public.newsletter_issues.number is 'The occurrence of its emails.';
comment on column public.newsletter_issues.html is
  'Rendered from the Markdown by the named renderer when the issue was scheduled; null before.';
comment on column public.newsletter_issues.daily_cap is
  'Maximum number of newsletter emails that may be started within 24 hours, to warm up a new sender; null for no limit.';
comment on column public.newsletter_issues.letter is
  'What each email is made of, with a placeholder for the reader''s token, so that every batch uses the same bytes.';
comment on column public.newsletter_issues.sent_at is
  'When its recipients were determined; from then on it can be read on the web.';
comment on column public.newsletter_issues.recipients is 'The number of recipients.';
comment on column public.newsletter_issues.next_batch_at is
  'No new batch begins before this time, because the provider asked for a pause or has not responded.';

create index newsletter_issues_by_time on public.newsletter_issues (created_at desc, id);
create index newsletter_issues_on_the_web on public.newsletter_issues (sent_at desc) where sent_at is not null;

alter table public.newsletter_issues enable row level security;


create table private.newsletter_pause (
  only_row boolean default true primary key,
  ends_at timestamptz not null,
  constraint newsletter_pause_only_row_check check (only_row)
);

comment on table private.newsletter_pause is 'Until when the newsletter provider accepts no requests, in a single row.';

alter table private.newsletter_pause enable row level security;


-- named-links/tables.sql

create table public.named_links (
  id uuid default gen_random_uuid() primary key,
  event_id uuid,
  slug text not null,
  name text not null,
  created_at timestamptz not null default now(),
  series_id uuid,
  constraint leads_to_one_page check (num_nonnulls(event_id, series_id) <= 1),
  constraint name_has_1_to_60_characters check (public.visible_length(btrim(name)) between 1 and 60),
  constraint name_has_no_control_characters check (name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'),
  constraint one_link_per_slug unique nulls not distinct (event_id, series_id, slug),
  constraint slug_is_a_key check (char_length(slug) <= 70 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);

comment on table public.named_links is
  'Links with a name, such as one for a flyer at the library, that tell where sign-ups come from: to the page of an'
  ' event or a series, or to the form of the newsletter where both ids are null.';
comment on column public.named_links.slug is
  'The name in the link, after ?from=. A deleted link still leads to the page, and counts nothing.';

create index named_links_of_a_series on public.named_links (series_id) where series_id is not null;

alter table public.named_links enable row level security;


-- newsletter/tables.sql

create table public.newsletter_subscribers (
  id uuid default gen_random_uuid() primary key,
  email text not null,
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (public.fold(email)) stored not null,
  requested_at timestamptz,
  consent_version text,
  consent_page text,
  confirm_by timestamptz,
  confirmation_asked_at timestamptz,
  confirmed_at timestamptz,
  left_at timestamptz,
  link_generation integer not null default 0,
  keep_until timestamptz,
  imported_from text,
  agreed_text text,
  came_by text,
  constraint came_by_is_a_key check (char_length(came_by) <= 70 and came_by ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint agreed_text_has_1_to_500_characters check (btrim(agreed_text) <> '' and public.visible_length(agreed_text) <= 500),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint imported_from_has_1_to_100_characters check (btrim(imported_from) <> '' and public.visible_length(imported_from) <= 100),
  constraint imported_with_what_they_agreed_to check ((imported_from is null) = (agreed_text is null)),
  constraint newsletter_subscribers_consent_page_check check (char_length(consent_page) <= 200),
  constraint newsletter_subscribers_consent_version_check check (char_length(consent_version) <= 40),
  constraint newsletter_subscribers_link_generation_check check (link_generation >= 0)
);

comment on table public.newsletter_subscribers is
  'Addresses for the newsletter while no provider is configured, and those that the provider could not take yet. Readable only by owners.';
comment on column public.newsletter_subscribers.suspected_spam is
  'The hidden form field was filled in; such addresses are kept separately, never discarded.';
comment on column public.newsletter_subscribers.search_text is 'Folded address, for admins to search.';
comment on column public.newsletter_subscribers.requested_at is
  'When the newsletter was last requested with this address, with the consent text of consent_version, on consent_page, or elsewhere according to an imported file; null if that was before these were recorded, or is unknown.';
comment on column public.newsletter_subscribers.confirm_by is
  'Until when an address has to be confirmed before it is erased; null if it is from before confirmations were introduced, or imported and not asked yet.';
comment on column public.newsletter_subscribers.confirmation_asked_at is
  'When an admin had people asked to confirm an imported address or one from before confirmations were introduced; once.';
comment on column public.newsletter_subscribers.confirmed_at is
  'When the owner of the address pressed the button on the page that is reachable only from an email.';
comment on column public.newsletter_subscribers.left_at is
  'When its owner left; kept for 30 days, during which they may return.';
comment on column public.newsletter_subscribers.link_generation is
  'Part of the tokens of links; increased when the address changes, which invalidates earlier links.';
comment on column public.newsletter_subscribers.keep_until is
  'For an address that is kept only for the newsletter provider: it is deleted when the provider has it, or at this time.';

comment on column public.newsletter_subscribers.imported_from is
  'The source from which an owner has imported the address; null if it was entered on this site.';
comment on column public.newsletter_subscribers.came_by is
  'The slug of the named link that led to the form; null if there was none.';
comment on column public.newsletter_subscribers.agreed_text is 'What the owner of an imported address agreed to there.';

create index newsletter_readers on public.newsletter_subscribers (id) where not suspected_spam and confirmed_at is not null and left_at is null;
create index newsletter_subscribers_by_address on public.newsletter_subscribers (email, id) where not suspected_spam;
create index newsletter_subscribers_by_time on public.newsletter_subscribers (created_at);
create index newsletter_subscribers_for_the_provider on public.newsletter_subscribers (keep_until) where keep_until is not null;
create index newsletter_subscribers_of_an_address on public.newsletter_subscribers (lower(email));
create index newsletter_subscribers_suspected on public.newsletter_subscribers (created_at, id) where suspected_spam;
create index newsletter_subscribers_to_confirm on public.newsletter_subscribers (confirm_by) where confirm_by is not null;
create index newsletter_subscribers_who_left on public.newsletter_subscribers (left_at) where left_at is not null;
create unique index one_subscriber_per_address on public.newsletter_subscribers (lower(email)) where not suspected_spam;
create unique index one_suspected_subscriber_per_address on public.newsletter_subscribers (lower(email)) where suspected_spam;
create index newsletter_subscribers_with_addresses on public.newsletter_subscribers ((coalesce(
  consent_version ~ '@|%40' or consent_page ~ '@|%40' or imported_from ~ '@|%40' or agreed_text ~ '@|%40'
  or came_by ~ '@|%40', false
)));

alter table public.newsletter_subscribers enable row level security;


create table private.newsletter_requests (
  email_key text primary key,
  asked_at timestamptz[] not null,
  last_asked_at timestamptz not null default now(),
  last_outcome jsonb,
  constraint asked_at_most_3_times check (cardinality(asked_at) >= 1 and cardinality(asked_at) <= 3),
  constraint email_key_is_a_digest check (email_key ~ '^[0-9a-f]{32}$'),
  constraint last_outcome_is_short check (octet_length(last_outcome::text) <= 2000)
);

comment on table private.newsletter_requests is
  'How often the newsletter provider was asked about an address within 24 hours, and its response. Holds keyed digests, no addresses; useless after a day.';
comment on column private.newsletter_requests.last_outcome is 'Null until there is a response.';

create index newsletter_requests_by_time on private.newsletter_requests (last_asked_at);

alter table private.newsletter_requests enable row level security;


create table private.newsletter_links (
  token_digest text primary key,
  subscriber_id uuid not null,
  constraint newsletter_links_subscriber_id_fkey foreign key (subscriber_id) references public.newsletter_subscribers(id) on delete cascade,
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.newsletter_links is
  'SHA-256 of the tokens that lead to a person''s newsletter page. The tokens themselves are only in emails.';

create index newsletter_links_of_a_subscriber on private.newsletter_links (subscriber_id);

alter table private.newsletter_links enable row level security;


create table private.newsletter_address_changes (
  id uuid default gen_random_uuid() primary key,
  subscriber_id uuid not null,
  email text not null,
  old_email text,
  token_digest text unique,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  constraint newsletter_address_changes_subscriber_id_fkey foreign key (subscriber_id) references public.newsletter_subscribers(id) on delete cascade,
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint newsletter_address_changes_old_email_check check (char_length(old_email) <= 254),
  constraint old_email_when_confirmed check ((old_email is null) = (confirmed_at is null)),
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.newsletter_address_changes is
  'New addresses to which subscribers want the newsletter to go, kept for the 7 days in which each can be confirmed by an email to it.';
comment on column private.newsletter_address_changes.old_email is
  'The previous address, which is notified of the change.';

create index newsletter_address_changes_by_time on private.newsletter_address_changes (requested_at);
create index newsletter_address_changes_of_a_subscriber on private.newsletter_address_changes (subscriber_id);

alter table private.newsletter_address_changes enable row level security;


-- pictures/tables.sql

create table public.pictures (
  id uuid default gen_random_uuid() primary key,
  path text not null unique,
  alt text not null,
  width integer not null,
  height integer not null,
  bytes integer,
  focus text not null default 'center',
  search_text text generated always as (public.fold(alt)) stored not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint alt_has_1_to_300_characters check (btrim(alt) <> '' and public.visible_length(alt) <= 300 and alt !~ '[[:cntrl:]]'),
  constraint focus_is_a_ninth check (focus in ('top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right')),
  constraint path_is_of_an_upload check (
    path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}(_mail)?\.(jpg|png|webp|avif)$'
  ),
  constraint pictures_bytes_check check (bytes >= 1 and bytes <= 5242880),
  constraint pictures_height_check check (height >= 1 and height <= 20000),
  constraint pictures_width_check check (width >= 1 and width <= 20000)
);

comment on table public.pictures is
  'Pictures of the site. The path contains the size of the file, the widths of the WebP files beside it, and whether a'
  ' JPEG for emails is there: /uploads/{id}-{width}x{height}_{width}_{width}_mail.jpg.';
comment on column public.pictures.alt is
  'What it shows, for people who cannot see it. Whatever shows the picture has its own copy, which may differ.';
comment on column public.pictures.bytes is 'Size of the file itself; null if unknown.';
comment on column public.pictures.focus is 'The ninth of the picture that remains visible when it is cropped.';
comment on column public.pictures.search_text is 'Folded description, which the list in the admin area searches.';

create index pictures_by_age on public.pictures (created_at desc, id);

alter table public.pictures enable row level security;


-- places/tables.sql

create table public.places (
  id uuid default gen_random_uuid() primary key,
  key text not null unique,
  name text not null,
  street text,
  city text not null,
  island text not null,
  in_words text generated always as (name || coalesce(', ' || street, '') || ', ' || city) stored not null,
  way_in text,
  bus text,
  parking text,
  steps text,
  seating text,
  quiet_space text,
  restrooms text,
  latitude double precision,
  longitude double precision,
  capacity integer,
  picture_path text,
  picture_alt text,
  picture_width integer,
  picture_height integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_place_of_a_name_and_address unique (in_words),
  constraint a_picture_is_described_and_measured check (
    num_nonnulls(picture_path, picture_alt, picture_width, picture_height) in (0, 4)
  ),
  constraint a_point_has_two_coordinates check (num_nonnulls(latitude, longitude) in (0, 2)),
  constraint bus_has_1_to_300_characters check (btrim(bus) <> '' and public.visible_length(bus) <= 300),
  constraint capacity_is_1_to_1000000 check (capacity between 1 and 1000000),
  constraint city_has_1_to_40_characters check (btrim(city) <> '' and public.visible_length(city) <= 40),
  constraint island_is_one_of_ours check (island in ('oahu', 'maui', 'hawaii', 'kauai', 'molokai', 'lanai')),
  constraint key_is_a_slug check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint latitude_is_on_earth check (latitude between -90 and 90),
  constraint longitude_is_on_earth check (longitude between -180 and 180),
  constraint name_has_1_to_80_characters check (btrim(name) <> '' and public.visible_length(name) <= 80),
  constraint parking_has_1_to_300_characters check (btrim(parking) <> '' and public.visible_length(parking) <= 300),
  constraint picture_alt_has_1_to_300_characters check (
    btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300
  ),
  constraint picture_path_is_of_an_upload check (
    picture_path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$'
  ),
  constraint places_picture_height_check check (picture_height between 1 and 20000),
  constraint places_picture_width_check check (picture_width between 1 and 20000),
  constraint quiet_space_has_1_to_300_characters check (
    btrim(quiet_space) <> '' and public.visible_length(quiet_space) <= 300
  ),
  constraint restrooms_has_1_to_300_characters check (
    btrim(restrooms) <> '' and public.visible_length(restrooms) <= 300
  ),
  constraint seating_has_1_to_300_characters check (btrim(seating) <> '' and public.visible_length(seating) <= 300),
  constraint steps_has_1_to_300_characters check (btrim(steps) <> '' and public.visible_length(steps) <= 300),
  constraint street_has_1_to_70_characters check (btrim(street) <> '' and public.visible_length(street) <= 70),
  constraint way_in_has_1_to_300_characters check (btrim(way_in) <> '' and public.visible_length(way_in) <= 300)
);

comment on table public.places is
  'Where events are. Visitors see places with a published event; events keep a copy of what visitors read.';
comment on column public.places.key is 'Identifies the place in URLs.';
comment on column public.places.in_words is
  'Name, street and city in one line, as events, calendars and emails show it.';
comment on column public.places.way_in is 'How to find the entrance.';
comment on column public.places.bus is 'Bus lines and stops.';
comment on column public.places.parking is 'Where to park, and what it costs.';
comment on column public.places.steps is 'Steps, doors and elevators on the way in.';
comment on column public.places.seating is 'What people sit on, and where there is space for a wheelchair.';
comment on column public.places.quiet_space is 'Where people can find a quiet space.';
comment on column public.places.restrooms is 'Where the restrooms are, and whether they are accessible.';
comment on column public.places.latitude is 'In degrees north (WGS 84).';
comment on column public.places.longitude is 'In degrees east (WGS 84): negative in Hawaiʻi.';
comment on column public.places.capacity is
  'How many people it has room for: a hint for admins; the limit of an event is its own.';

alter table public.places enable row level security;


create table public.place_notes (
  id uuid primary key,
  notes text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint notes_have_1_to_3000_characters check (btrim(notes) <> '' and public.visible_length(notes) <= 3000)
);

comment on table public.place_notes is
  'What only organizers need to know at a place: keys, Wi-Fi, contacts. A table of its own, so that no search, export,'
  ' log or copy of an event has its words.';
comment on column public.place_notes.id is 'The place.';

alter table public.place_notes enable row level security;
alter table public.place_notes add constraint place_notes_id_fkey
  foreign key (id) references public.places(id) on delete cascade;


-- programme/tables.sql

create table public.programmes (
  id uuid primary key,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.programmes is
  'Whether visitors see the program of an event, whose talks may be announced or not yet.';
comment on column public.programmes.id is 'The event.';
comment on column public.programmes.published_at is 'Since when visitors see it; null for a draft.';

alter table public.programmes enable row level security;


create table public.rooms (
  id integer generated always as identity primary key,
  event_id uuid not null,
  name text not null,
  floor text,
  steps text,
  seats integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_room_of_a_name unique (event_id, name),
  constraint rooms_of_their_event unique (id, event_id),
  constraint floor_has_1_to_100_characters check (btrim(floor) <> '' and public.visible_length(floor) <= 100),
  constraint name_has_1_to_60_characters check (btrim(name) <> '' and public.visible_length(name) <= 60),
  constraint seats_are_1_to_100000 check (seats >= 1 and seats <= 100000),
  constraint steps_has_1_to_300_characters check (btrim(steps) <> '' and public.visible_length(steps) <= 300)
);

comment on table public.rooms is 'Rooms for the talks of an event, in the order in which they were added.';
comment on column public.rooms.floor is 'Floor, or wing, in words.';
comment on column public.rooms.steps is 'Steps, doors and elevators on the way in.';

alter table public.rooms enable row level security;


create table public.speakers (
  id uuid default gen_random_uuid() primary key,
  number integer generated always as identity unique,
  event_id uuid not null,
  name text not null,
  organization text,
  biography text not null default '',
  link_url text,
  picture_path text,
  picture_alt text,
  picture_width integer,
  picture_height integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint speakers_of_their_event unique (id, event_id),
  constraint a_picture_is_described_and_measured check (num_nonnulls(picture_path, picture_alt, picture_width, picture_height) in (0, 4)),
  constraint biography_has_at_most_3000_characters check (public.visible_length(biography) <= 3000),
  constraint link_url_has_no_userinfo check (link_url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint link_url_leads_to_the_web check (link_url ~ '^https?://[^[:space:]]+$' and char_length(link_url) <= 2048),
  constraint name_has_1_to_100_characters check (btrim(name) <> '' and public.visible_length(name) <= 100),
  constraint no_email_address_in_public check (concat_ws(' ', name, organization, biography) !~ '[[:alnum:]]@[[:alnum:]]'),
  constraint organization_has_1_to_100_characters check (btrim(organization) <> '' and public.visible_length(organization) <= 100),
  constraint picture_alt_has_1_to_300_characters check (btrim(picture_alt) <> '' and public.visible_length(picture_alt) <= 300),
  constraint picture_path_is_of_an_upload check (picture_path ~ '^/uploads/[0-9a-f]{32}(-[0-9]{1,5}x[0-9]{1,5})?(_[0-9]{1,5}){0,9}\.(jpg|png|webp|avif)$'),
  constraint speakers_picture_height_check check (picture_height >= 1 and picture_height <= 20000),
  constraint speakers_picture_width_check check (picture_width >= 1 and picture_width <= 20000)
);

comment on table public.speakers is
  'Speakers at an event. Visitors see those of announced talks of a published program.';
comment on column public.speakers.number is 'Identifies the speaker in URLs.';
comment on column public.speakers.biography is 'Markdown.';
comment on column public.speakers.link_url is 'A page about them.';

create index speakers_of_an_event on public.speakers (event_id, name);

alter table public.speakers enable row level security;


create table public.talks (
  id uuid default gen_random_uuid() primary key,
  number integer generated always as identity unique,
  event_id uuid not null,
  title text not null,
  kind text not null default 'talk',
  abstract text not null default '',
  language text not null default 'en',
  level text,
  starts_at timestamptz,
  ends_at timestamptz,
  room_id integer,
  slides_url text,
  recording_url text,
  status text not null default 'scheduled',
  is_announced boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sequence integer not null default 0,
  workshop_id uuid,
  constraint talks_of_their_event unique (id, event_id),
  constraint talks_room_id_fkey foreign key (room_id, event_id) references public.rooms(id, event_id),
  -- A range of one room replaces equality, for which GiST would need the extension btree_gist.
  constraint no_two_talks_in_a_room_at_once exclude using gist (int4range(room_id, room_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
    where (room_id is not null and starts_at is not null and status <> 'cancelled') deferrable,
  constraint a_talk_ends_within_a_day check (ends_at > starts_at and ends_at - starts_at <= interval '24 hours'),
  constraint a_time_has_a_start_and_an_end check ((starts_at is null) = (ends_at is null)),
  constraint abstract_has_at_most_5000_characters check (public.visible_length(abstract) <= 5000),
  constraint dates_have_years_of_four_digits check (starts_at >= '0001-01-01 00:00:00+00'::timestamptz and ends_at < '9999-12-31 00:00:00+00'::timestamptz),
  constraint language_is_a_tag check (language ~ '^[a-z]{2,3}$'),
  constraint recording_url_has_no_userinfo check (recording_url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint recording_url_leads_to_the_web check (recording_url ~ '^https?://[^[:space:]]+$' and char_length(recording_url) <= 2048),
  constraint slides_url_has_no_userinfo check (slides_url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint slides_url_leads_to_the_web check (slides_url ~ '^https?://[^[:space:]]+$' and char_length(slides_url) <= 2048),
  constraint talks_kind_check check (kind in ('keynote', 'talk', 'workshop', 'panel', 'break', 'social')),
  constraint talks_level_check check (level in ('beginner', 'intermediate', 'advanced')),
  constraint talks_status_check check (status in ('scheduled', 'cancelled')),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200)
);

comment on table public.talks is 'Items of an event''s program, including breaks.';
comment on column public.talks.number is 'Identifies the talk in URLs.';
comment on column public.talks.abstract is 'Markdown.';
comment on column public.talks.language is 'ISO 639 code of the language spoken.';
comment on column public.talks.level is 'The level of knowledge expected of listeners; null for none.';
comment on column public.talks.starts_at is 'Null while the time is not known.';
comment on column public.talks.is_announced is
  'Whether visitors see what the talk is; otherwise they see only kind, time and room.';
comment on column public.talks.sequence is
  'Revision number that calendars compare; increases whenever title, time, room or status change.';

comment on column public.talks.workshop_id is
  'The event at which people with a reservation take a spot in this talk, if its spots are limited.';

create index talks_of_an_event on public.talks (event_id, starts_at);
create index talks_of_a_workshop on public.talks (workshop_id) where workshop_id is not null;
create index talks_of_a_room on public.talks (room_id, event_id);

alter table public.talks enable row level security;


create table public.talk_speakers (
  talk_id uuid not null,
  speaker_id uuid not null,
  event_id uuid not null,
  position smallint not null,
  constraint talk_speakers_pkey primary key (talk_id, event_id, speaker_id),
  constraint talk_speakers_speaker_id_fkey foreign key (speaker_id, event_id) references public.speakers(id, event_id) on delete cascade,
  constraint talk_speakers_talk_id_fkey foreign key (talk_id, event_id) references public.talks(id, event_id) on delete cascade
);

comment on table public.talk_speakers is 'Who speaks in which talk of the same event.';
comment on column public.talk_speakers.position is 'Position among the speakers of the talk.';

create index talks_of_a_speaker on public.talk_speakers (speaker_id, event_id);

alter table public.talk_speakers enable row level security;


create table private.gone_talks (
  number integer primary key,
  event_id uuid not null,
  title text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sequence integer not null,
  gone_at timestamptz not null default now()
);

comment on table private.gone_talks is
  'Announced talks that were deleted from a published program, so that calendars can show them as canceled.';

create index gone_talks_of_an_event on private.gone_talks (event_id);

alter table private.gone_talks enable row level security;


create table private.talk_changes (
  number integer primary key,
  event_id uuid not null,
  is_new boolean not null,
  title text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  room_id integer,
  status text not null,
  changed_at timestamptz not null default now()
);

comment on table private.talk_changes is
  'The state of an announced talk before its first change in a published program, used to show visitors what'
  ' changed; at most one row per talk.';
comment on column private.talk_changes.is_new is 'Whether it was added or announced after the program was published.';
comment on column private.talk_changes.changed_at is
  'When it was last changed; if that is before the program was last published, the row is ignored.';

create index talk_changes_of_an_event on private.talk_changes (event_id, changed_at);

alter table private.talk_changes enable row level security;


create table private.agendas (
  entry_id uuid primary key,
  talks integer[] not null,
  stored_at timestamptz not null default now(),
  constraint one_to_60_talks check (cardinality(talks) between 1 and 60)
);

comment on table private.agendas is
  'Talks that a person with a spot at the event wants to see, and is notified of when they move. Readable only by'
  ' its owner.';
comment on column private.agendas.entry_id is 'The reservation.';
comment on column private.agendas.talks is 'Talk numbers, including those of deleted talks.';

alter table private.agendas enable row level security;


create table private.speaker_contacts (
  speaker_id uuid primary key,
  email text,
  link_digest text unique,
  asked_at timestamptz,
  correction jsonb,
  sent_at timestamptz,
  settled_at timestamptz,
  is_taken boolean,
  link_made_by uuid,
  constraint a_correction_waits_or_is_settled check (num_nonnulls(correction, settled_at) = num_nonnulls(sent_at)),
  constraint correction_has_at_most_400000_bytes check (octet_length(correction::text) <= 400000),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint link_digest_is_a_digest check (link_digest ~ '^[0-9a-f]{64}$'),
  constraint settled_one_way check ((settled_at is null) = (is_taken is null))
);

comment on table private.speaker_contacts is
  'How a speaker is asked for corrections, and the correction that waits for an admin: what differs from the'
  ' texts, at most one per speaker. Never public.';
comment on column private.speaker_contacts.email is 'Null if an admin sends the link by hand.';
comment on column private.speaker_contacts.link_digest is 'SHA-256 of the token of the link; null until there is one.';
comment on column private.speaker_contacts.link_made_by is
  'The admin who made the link to send it by hand; null if it was emailed. Has no foreign key.';
comment on column private.speaker_contacts.asked_at is 'When the last email was requested.';
comment on column private.speaker_contacts.correction is
  'The changed fields of name, organization, biography and link_url, and of talks the id and the changed fields of'
  ' title and abstract; null once it is settled.';

create index speakers_of_an_address on private.speaker_contacts (lower(email)) where email is not null;

alter table private.speaker_contacts enable row level security;


-- proposals/tables.sql

create table private.talk_calls (
  event_id uuid primary key,
  deadline timestamptz not null,
  about text not null default '',
  accepted_text text not null,
  declined_text text not null,
  updated_at timestamptz not null default now(),
  constraint about_has_at_most_5000_characters check (public.visible_length(about) <= 5000),
  constraint accepted_text_has_1_to_3000_characters check (btrim(accepted_text) <> '' and public.visible_length(accepted_text) <= 3000),
  constraint declined_text_has_1_to_3000_characters check (btrim(declined_text) <> '' and public.visible_length(declined_text) <= 3000)
);

comment on table private.talk_calls is
  'Calls for talks of events: the deadline, the text, and the answers to people who sent a proposal.';
comment on column private.talk_calls.about is 'Markdown.';
comment on column private.talk_calls.accepted_text is
  'Text of the email; {name}, {title} and {event} are placeholders.';

alter table private.talk_calls enable row level security;


create table private.talk_proposals (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  title text not null,
  kind text not null,
  abstract text not null,
  name text not null,
  email text not null,
  state text not null default 'new',
  notes text not null default '',
  link_digest text unique,
  confirm_by timestamptz,
  confirmed_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint abstract_has_1_to_5000_characters check (btrim(abstract) <> '' and public.visible_length(abstract) <= 5000),
  constraint confirmed_or_to_be_confirmed check (num_nonnulls(confirm_by, confirmed_at) = 1),
  constraint decided_when_accepted_or_declined check ((decided_at is not null) = (state in ('accepted', 'declined'))),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint kind_is_of_a_talk check (kind in ('talk', 'workshop', 'panel')),
  constraint link_digest_is_a_digest check (link_digest ~ '^[0-9a-f]{64}$'),
  constraint name_has_1_to_100_characters check (btrim(name) <> '' and public.visible_length(name) <= 100 and name !~ '[[:alnum:]]@[[:alnum:]]'),
  constraint notes_have_at_most_5000_characters check (public.visible_length(notes) <= 5000),
  constraint state_is_known check (state in ('new', 'discussed', 'accepted', 'declined')),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200)
);

comment on table private.talk_proposals is
  'Talks that people propose in response to the call of an event. Admins see those with a confirmed address; withdrawing a proposal erases it.';
comment on column private.talk_proposals.id is
  'The talk that an accepted proposal becomes has the same id, so that accepting twice makes one talk.';
comment on column private.talk_proposals.notes is 'Notes by admins, visible only to admins.';
comment on column private.talk_proposals.confirm_by is
  'Until when the address has to be confirmed before the proposal is erased; null once it is confirmed.';

create unique index one_proposal_of_a_title on private.talk_proposals (event_id, lower(email), title);
create index proposals_of_an_address on private.talk_proposals (lower(email));
create index proposals_to_confirm on private.talk_proposals (confirm_by) where confirm_by is not null;

alter table private.talk_proposals enable row level security;


-- questions/tables.sql

create table public.event_questions (
  id uuid default gen_random_uuid() primary key,
  event_id uuid not null,
  position integer not null,
  kind text not null,
  text text not null,
  hint text,
  options text[] not null default '{}',
  is_required boolean not null default false,
  asked_of text not null default 'all',
  keep text not null default 'evening',
  ready text,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  for_door boolean not null default false,
  constraint asked_of_all_or_of_one_place check (asked_of in ('all', 'room', 'online')),
  constraint hint_has_1_to_200_characters check (btrim(hint) <> '' and public.visible_length(hint) <= 200),
  constraint kept_for_the_evening_or_with_the_entry check (keep in ('evening', 'entry')),
  constraint kind_is_known check (kind in ('short', 'long', 'one', 'several', 'yes-no', 'number')),
  constraint only_a_choice_has_options check (
    case when kind in ('one', 'several') then cardinality(options) between 2 and 12 else options = '{}' end
  ),
  constraint only_a_yes_or_no_is_for_the_door check (not for_door or kind = 'yes-no'),
  constraint options_have_at_most_1000_characters check (public.visible_length(array_to_string(options, '')) <= 1000),
  constraint ready_is_known check (ready in ('food', 'access', 'photos', 'first-time', 'experience', 'heard')),
  constraint text_has_1_to_200_characters check (btrim(text) <> '' and public.visible_length(text) <= 200),
  constraint what_may_concern_health_is_for_the_evening check (ready not in ('food', 'access') or keep = 'evening')
);

comment on table public.event_questions is
  'What the organizers of an event ask people who sign up. A question with answers is closed, never deleted.';
comment on column public.event_questions.position is 'Ascending; the order in the form.';
comment on column public.event_questions.options is
  'What can be chosen, in order; empty unless one or several of them are chosen. An answer keeps an option that is'
  ' no longer offered.';
comment on column public.event_questions.asked_of is
  'Whom it is asked: all, or only people who attend in the room or online.';
comment on column public.event_questions.keep is
  'How long answers are kept: evening (7 days after the event), or entry (as long as the waitlist entry).';
comment on column public.event_questions.ready is 'Which of the site''s own questions it is; null for an own one.';
comment on column public.event_questions.for_door is
  'Whether helpers see a person''s answer when they check them in.';
comment on column public.event_questions.closed_at is 'Since when it is no longer asked; its answers stay.';

create index questions_of_an_event on public.event_questions (event_id, position);

alter table public.event_questions enable row level security;


create table public.entry_answers (
  entry_id uuid not null,
  question_id uuid not null,
  value jsonb not null,
  answered_at timestamptz not null default now(),
  constraint entry_answers_pkey primary key (entry_id, question_id),
  constraint entry_answers_question_id_fkey
    foreign key (question_id) references public.event_questions(id) on delete cascade,
  constraint value_has_1_to_12_texts check (
    jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and 12
  ),
  constraint value_has_at_most_8000_bytes check (octet_length(value::text) <= 8000)
);

comment on table public.entry_answers is
  'Answers to the questions of an event. They may concern health: only admins read them, helpers see what is for the'
  ' door alone, they are never mailed or logged, and those to questions for the evening are erased 7 days after it.';
comment on column public.entry_answers.value is
  'An array of texts: one, or the chosen options; yes or no; a number in digits.';

create index answers_of_a_question on public.entry_answers (question_id);

alter table public.entry_answers enable row level security;


-- series/tables.sql

create table public.series (
  id uuid default gen_random_uuid() primary key,
  key text not null unique,
  name text not null,
  about text not null default '',
  template_id uuid,
  frequency text,
  weekday smallint,
  every_weeks smallint,
  week_of_month smallint,
  first_day date,
  last_day date,
  left_out date[] not null default '{}',
  editions_ahead smallint not null default 3,
  publishes boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  folded_name text generated always as (
    coalesce(nullif(regexp_replace(public.fold(name), '[[:space:][:punct:]\u0300-\u036F\u2010-\u201F]+', '', 'g'), ''), name)
  ) stored not null,
  template_at timestamptz,
  constraint one_series_of_a_name unique (folded_name),
  constraint about_has_at_most_5000_characters check (public.visible_length(about) <= 5000),
  constraint a_rule_is_whole check (
    case frequency
      when 'weeks' then num_nonnulls(weekday, every_weeks, first_day) = 3 and week_of_month is null
      when 'month' then num_nonnulls(weekday, week_of_month, first_day) = 3 and every_weeks is null
      else frequency is null and num_nonnulls(weekday, every_weeks, week_of_month, first_day, last_day) = 0 and left_out = '{}'
    end
  ),
  constraint a_rule_has_a_date check (
    frequency is null
    or cardinality(public.series_dates(frequency, weekday, every_weeks, week_of_month, first_day, last_day, left_out, first_day, 1)) = 1
  ),
  constraint a_weekday_is_1_to_7 check (weekday >= 1 and weekday <= 7),
  constraint days_have_years_of_four_digits check (first_day >= '2000-01-01'::date and first_day < '9999-01-01'::date and last_day < '9999-01-01'::date),
  constraint editions_ahead_are_1_to_12 check (editions_ahead >= 1 and editions_ahead <= 12),
  constraint every_weeks_is_1_to_52 check (every_weeks >= 1 and every_weeks <= 52),
  constraint key_is_a_slug check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 60),
  constraint left_out_are_at_most_100 check (cardinality(left_out) <= 100),
  constraint name_has_1_to_100_characters check (btrim(name) <> '' and public.visible_length(name) <= 100),
  constraint week_of_month_is_1_to_4_or_the_last check (week_of_month in (1, 2, 3, 4, -1))
);

comment on table public.series is
  'Series of events, and the rule by which the next editions are made. Visitors see series with a published edition.';
comment on column public.series.about is 'What the series is about: paragraphs separated by blank lines.';
comment on column public.series.template_id is
  'The event whose texts, place, hours and settings an edition copies, as they were when it was chosen, or at template_at.';
comment on column public.series.frequency is 'weeks: every every_weeks weeks; month: in the week_of_month-th week; null for no rule.';
comment on column public.series.weekday is '1 for Monday to 7 for Sunday.';
comment on column public.series.week_of_month is 'The first to fourth such weekday of a month; -1 for the last.';
comment on column public.series.first_day is
  'No edition is before this day; weeks are counted from the first such weekday on or after it.';
comment on column public.series.last_day is 'No edition is after this day; null for no end.';
comment on column public.series.left_out is 'Dates of the rule without an edition.';
comment on column public.series.editions_ahead is 'For how many of the next dates editions are made.';
comment on column public.series.template_at is
  'When the template was last copied again in its then current state; null if it was not.';
comment on column public.series.publishes is 'Whether editions are made published rather than as drafts.';
comment on column public.series.folded_name is
  'The name without case, spaces and punctuation; must be unique among series.';

create index series_of_a_template on public.series (template_id);

alter table public.series enable row level security;


create table private.occurrences (
  series_id uuid not null,
  day date not null,
  event_id uuid unique,
  made_at timestamptz not null default now(),
  constraint occurrences_pkey primary key (series_id, day),
  constraint occurrences_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade
);

comment on table private.occurrences is
  'Dates of the rule of a series that have had their edition, even if it was moved, canceled or deleted since, so that no date gets another one.';
comment on column private.occurrences.day is 'The date that the rule gave.';
comment on column private.occurrences.event_id is 'The edition; null once it is deleted.';

alter table private.occurrences enable row level security;


create table private.series_templates (
  series_id uuid not null,
  event jsonb not null,
  constraint series_templates_pkey primary key (series_id),
  constraint series_templates_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade
);

comment on table private.series_templates is
  'What the next editions of a series are made from: a snapshot of its template from when it was chosen, with changes made for all later editions since.';
comment on column private.series_templates.event is 'A row of events as JSON.';

alter table private.series_templates enable row level security;


create table private.series_subscriptions (
  id uuid default gen_random_uuid() primary key,
  series_id uuid not null,
  email text not null,
  consent_version text not null,
  requested_at timestamptz not null default now(),
  confirm_by timestamptz,
  confirmed_at timestamptz,
  came_by text,
  constraint came_by_is_a_key check (char_length(came_by) <= 70 and came_by ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint series_subscriptions_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade,
  constraint confirmed_or_to_be_confirmed check (num_nonnulls(confirm_by, confirmed_at) = 1),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint series_subscriptions_consent_version_check check (char_length(consent_version) <= 40)
);

comment on table private.series_subscriptions is
  'People who get an email about new editions of a series. Unsubscribing erases the row.';
comment on column private.series_subscriptions.requested_at is
  'When it was last requested, with the consent text of consent_version.';
comment on column private.series_subscriptions.confirm_by is
  'Until when the address has to be confirmed before it is erased; null once it is confirmed.';

comment on column private.series_subscriptions.came_by is
  'The slug of the named link that led to the form; null if there was none.';

create unique index one_subscription_per_series_and_address on private.series_subscriptions (series_id, lower(email));
create index series_subscriptions_of_an_address on private.series_subscriptions (lower(email));
create index series_subscriptions_to_confirm on private.series_subscriptions (confirm_by) where confirm_by is not null;

alter table private.series_subscriptions enable row level security;


create table private.series_links (
  token_digest text primary key,
  subscription_id uuid not null,
  constraint series_links_subscription_id_fkey foreign key (subscription_id) references private.series_subscriptions(id) on delete cascade,
  constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$')
);

comment on table private.series_links is
  'SHA-256 of the tokens that lead to the page of a subscription. The tokens themselves are only in emails.';

create index series_links_of_a_subscription on private.series_links (subscription_id);

alter table private.series_links enable row level security;


create table private.announced_editions (
  event_id uuid primary key,
  series_id uuid not null,
  seen_at timestamptz not null default now(),
  announcement bigint,
  constraint announced_editions_series_id_fkey foreign key (series_id) references public.series(id) on delete cascade,
  constraint announced_editions_announcement_check check (announcement > 0)
);

comment on table private.announced_editions is
  'Editions that subscribers are or were notified of: each event once, even if it is unpublished and published again, or moved to another series.';
comment on column private.announced_editions.seen_at is 'When the job first saw it published.';
comment on column private.announced_editions.announcement is
  'The occurrence of the emails about it, the same for all editions announced together: their time in seconds since 1970; null while it waits.';

create index announced_editions_of_a_series on private.announced_editions (series_id, announcement);

alter table private.announced_editions enable row level security;


-- suggestions/tables.sql

create table public.suggestions (
  id uuid default gen_random_uuid() primary key,
  kind text not null,
  title text not null,
  url text not null,
  about text not null,
  day date,
  place text,
  email text,
  status text not null default 'new',
  suspected_spam boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  handled_at timestamptz,
  constraint about_has_1_to_1000_characters check (btrim(about) <> '' and public.visible_length(about) <= 1000),
  constraint email_is_an_address check (char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?([.][a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'),
  constraint only_an_event_has_a_day_and_a_place check (kind = 'event' or num_nonnulls(day, place) = 0),
  constraint place_has_1_to_200_characters check (btrim(place) <> '' and public.visible_length(place) <= 200),
  constraint suggestions_kind_check check (kind in ('resource', 'event')),
  constraint suggestions_status_check check (status in ('new', 'accepted', 'declined')),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200),
  constraint url_has_no_userinfo check (url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint url_leads_to_the_web check (url ~ '^https?://[^[:space:]]+$' and char_length(url) <= 2048)
);

comment on table public.suggestions is
  'What visitors suggest at /suggest: a resource for the library, or an event elsewhere. Readable only by admins. Our servers never request its URL.';
comment on column public.suggestions.id is
  'The draft that an accepted suggestion becomes has the same id, so that accepting twice makes one draft.';
comment on column public.suggestions.suspected_spam is
  'The hidden form field was filled in, or the daily budget of bytes was exceeded (budget_rules); such suggestions are kept separately, never discarded.';
comment on column public.suggestions.handled_at is 'When it was accepted or declined; null for a new one.';

create index suggestions_by_address on public.suggestions (public.address_key(url)) where status = 'new';
create index suggestions_handled on public.suggestions (handled_at) where handled_at is not null;
create index suggestions_in_order on public.suggestions (created_at, id) include (status) where not suspected_spam;
create index suggestions_of_an_address on public.suggestions (lower(email)) where email is not null;
create index suggestions_suspected on public.suggestions (created_at, id) where suspected_spam;

alter table public.suggestions enable row level security;


-- accounts/accounts_retention.sql

create function private.accounts_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('signInFailure', interval '24 hours', 'private.sign_in_failures', 't.at <= now() - $1', null),
    ('knownAddress', private.known_period(), 'private.known_addresses', 't.last_used_at <= now() - $1', null),
    ('knownDevice', private.known_period(), 'private.known_devices', 't.last_used_at <= now() - $1', null),
    ('adminSession', private.session_limit(), 'private.admin_sessions', 't.started_at <= now() - $1', null),
    ('idleSession', private.session_idle_limit(), 'private.admin_sessions', 't.seen_at <= now() - $1', null),
    ('codeTry', private.code_try_period(), 'private.factor_tries', 't.at <= now() - $1', null),
    ('adminInvitation', interval '30 days', 'private.admin_invitations', 't.invited_at <= now() - $1', null),
    ('passwordLink', interval '24 hours', 'private.password_links', 't.asked_at <= now() - $1', null),
    -- A change must be confirmed within a day, and the outbox retries the email to the old address for 3 days.
    ('adminAddressChange', interval '4 days', 'private.admin_address_changes', 't.asked_at <= now() - $1', null);
$$;

comment on function private.accounts_retention is
  'Returns how long data about admins'' sign-ins is kept.';


-- accounts/admin_standing.sql

create function private.admin_standing() returns table (standing text, role text, is_proved boolean, has_factor boolean, factor_due timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select
    case
      when s.id is null then 'ended'
      when f.user_id is not null and s.verified_at is null then 'code'
      when p.user_id is not null then 'password'
      when f.user_id is null and due.at <= now() then 'factor'
      else 'open'
    end,
    a.role,
    coalesce(s.proved_at > now() - interval '10 minutes', false),
    f.user_id is not null,
    due.at
  from public.admin_users a
  join auth.users u on u.id = a.id
  cross join private.access_settings x
  left join private.admin_sessions s
    on s.id = (auth.jwt() ->> 'session_id')::uuid
    and s.user_id = a.id
    and s.keys = private.credentials_digest(a.id)
    and s.seen_at > now() - private.session_idle_limit()
    and s.started_at > now() - private.session_limit()
  left join private.second_factors f on f.user_id = a.id
  left join private.one_time_passwords p on p.user_id = a.id and p.encrypted_password = u.encrypted_password
  cross join lateral (
    select case
      when x.factor_required_at is not null
        then greatest(x.factor_required_at, coalesce(a.first_signed_in_at, now())) + interval '7 days'
    end as at
  ) due
  where a.id = auth.uid();
$$;

comment on function private.admin_standing is
  'Returns what the caller''s session opens: open (everything the role allows), ended (nothing: they must sign in again), code (only the page for the second-factor code), password (only the account page: the password is still a one-time password), factor (only the account page: setting up the second factor is overdue). Returns no row for a caller who is not an admin.';


-- accounts/invitation_state.sql

create function private.invitation_state(p_invitation private.admin_invitations) returns text
language sql
stable
return case
  when p_invitation.accepted_at is not null then 'accepted'
  when p_invitation.withdrawn_at is not null
    or not exists (select from public.admin_users a where a.id = p_invitation.invited_by and a.role = 'owner') then 'withdrawn'
  when p_invitation.invited_at <= now() - interval '7 days' then 'expired'
  when private.is_address_of_admin(p_invitation.email) then 'already-admin'
  else 'open'
end;

comment on function private.invitation_state is
  'Returns accepted, withdrawn (also when the person who sent the invitation is no longer an owner), expired, already-admin or open.';


-- accounts/own_factor.sql

create function public.own_factor() returns table (made_at timestamptz, codes_left bigint)
language sql
stable
security definer
set search_path = ''
as $$
  select f.made_at, (select count(*) from private.recovery_codes r where r.user_id = f.user_id and r.used_at is null)
  from private.second_factors f
  where f.user_id = auth.uid() and exists (select from private.admin_standing() s where s.standing in ('open', 'factor'));
$$;

-- for members: reads the caller's own second factor
grant execute on function public.own_factor to authenticated;

comment on function public.own_factor is
  'Returns since when the caller has a second factor and the number of recovery codes left. No row without a second factor.';


-- articles/change_article.sql

create function public.change_article(p_id uuid, p_version timestamptz, p_act text) returns public.change_article_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  article public.articles;
begin
  perform private.require_admin();
  select * into article from public.articles a where a.id = p_id for update;
  if not found then
    return 'not-found';
  elsif p_act = 'restore' then
    -- Restoring never publishes: a publication time that passed while the article was in the trash is dropped.
    update public.articles a set trashed_at = null where a.id = p_id and a.trashed_at is not null;
    if article.published_at > article.trashed_at and article.published_at <= now() then
      update public.articles a set published_at = null, published_revision = null where a.id = p_id;
    end if;
    return 'done';
  elsif p_act = 'delete' then
    if article.updated_at is distinct from p_version or article.trashed_at is null then
      return 'changed';
    end if;
    -- Its revisions, preview links and old addresses refer to it and are deleted with it.
    delete from public.articles a where a.id = p_id;
    return 'done';
  elsif article.updated_at is distinct from p_version or article.trashed_at is not null then
    return 'changed';
  elsif p_act = 'unpublish' then
    update public.articles a set published_at = null, published_revision = null, change_note = null, changed_at = null where a.id = p_id;
  elsif p_act = 'trash' then
    update public.articles a set trashed_at = now() where a.id = p_id;
  else
    raise exception 'an article is unpublished, trashed, restored or deleted' using errcode = 'invalid_parameter_value';
  end if;
  return 'done';
end;
$$;

-- for admins: writes the state of an article, or deletes one that is in the trash
grant execute on function public.change_article to authenticated;

comment on function public.change_article is
  'Makes an article a draft again (unpublish), moves it to the trash (trash), restores it as it was except for a publication time that has passed meanwhile (restore, which ignores p_version), or deletes an article in the trash with all its texts (delete). p_version is the updated_at that the admin saw. Returns done, changed or not-found.';


-- articles/day_of_article.sql

create function private.day_of_article(p_shown_on date, p_published_at timestamptz) returns date
language sql
immutable
return coalesce(p_shown_on, (p_published_at at time zone public.site_time_zone())::date);

comment on function private.day_of_article is
  'Returns the date that readers see with an article.';


-- articles/keep_article_html.sql

create function public.keep_article_html(
  p_revision bigint,
  p_html text,
  p_outline jsonb,
  p_words integer,
  p_renderer text
) returns void
language sql
security definer
set search_path = ''
as $$
  update public.article_revisions r
    set html = p_html, outline = p_outline, words = p_words, renderer = p_renderer
    where r.id = p_revision;
$$;

grant execute on function public.keep_article_html to service_role;

comment on function public.keep_article_html is
  'Stores the HTML, outline and word count that a newer renderer has made of a revision.';


-- articles/published_articles.sql

create function private.published_articles(p_kind text)
returns table (id uuid, slug text, published_at timestamptz, changed_at timestamptz, day date)
language sql
stable
as $$
  select a.id, a.slug, a.published_at, a.changed_at, private.day_of_article(r.shown_on, a.published_at)
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
  where a.kind = p_kind and a.published_at <= now() and a.trashed_at is null
$$;

comment on function private.published_articles is
  'Returns what visitors may read of a kind, with the date that they see.';


-- articles/save_article.sql

create function public.save_article(
  p_id uuid,
  p_kind text,
  p_version timestamptz,
  p_text jsonb,
  p_act text,
  p_at timestamptz,
  p_note text
) returns public.save_article_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  not_typed constant text[] := array['id', 'article_id', 'number', 'html', 'outline', 'words', 'renderer', 'published_at', 'created_by', 'created_at'];
  typed constant public.article_revisions := jsonb_populate_record(null::public.article_revisions, p_text);
  article public.articles;
  is_new boolean;
  is_same boolean := false;
  is_public boolean;
  latest integer;
begin
  perform private.require_admin();
  if p_act is null or p_act not in ('draft', 'publish', 'schedule') then
    raise exception 'an article is saved as a draft, published or scheduled' using errcode = 'invalid_parameter_value';
  end if;
  -- If a form is submitted twice at once, there is no row to lock yet: the second submission waits here and then finds
  -- the row made by the first.
  perform pg_advisory_xact_lock(hashtextextended('article ' || p_id, 0));
  select * into article from public.articles a where a.id = p_id for update;
  is_new := not found;
  if is_new and p_version is not null or article.kind <> p_kind then
    return 'not-found';
  elsif exists (select from public.articles a where a.kind = p_kind and a.slug = typed.slug and a.id <> p_id) then
    return 'slug-taken';
  end if;
  if not is_new then
    select to_jsonb(r) - not_typed = to_jsonb(typed) - not_typed into is_same
      from public.article_revisions r where r.article_id = p_id and r.number = article.revision;
    if not is_same and article.updated_at is distinct from p_version then
      return 'changed';
    elsif article.trashed_at is not null then
      return 'trashed';
    end if;
  end if;
  is_public := coalesce(article.published_at <= now(), false);
  if p_act = 'schedule' and is_public then
    return 'published-already';
  elsif p_act = 'schedule' and (p_at is null or p_at <= now()) then
    return 'past';
  elsif p_act = 'draft' and is_same then
    return 'saved';
  end if;

  latest := coalesce(article.revision, 0) + case when is_same then 0 else 1 end;
  if is_new then
    insert into public.articles (id, kind, slug, revision) values (p_id, p_kind, typed.slug, latest);
  end if;
  if not is_same then
    -- HTML is never accepted with a browser's token: the Worker renders it from the Markdown and stores it with the
    -- secret key.
    insert into public.article_revisions (article_id, number, slug, title, excerpt, category, author, shown_on, picture_path, picture_alt, markdown, html, outline, words, renderer, created_by)
      values (p_id, latest, typed.slug, typed.title, typed.excerpt, typed.category, typed.author, typed.shown_on, typed.picture_path, typed.picture_alt, typed.markdown, '', '[]', 0, 'none', auth.uid());
  end if;
  if p_act = 'draft' then
    -- What is published or scheduled keeps its text and its address.
    update public.articles a
      set revision = latest, slug = case when a.published_at is null then typed.slug else a.slug end
      where a.id = p_id;
    return 'saved';
  end if;
  update public.articles a
    set revision = latest,
      slug = typed.slug,
      published_revision = latest,
      published_at = case when p_act = 'schedule' then p_at when is_public then a.published_at else now() end,
      change_note = case when is_public then coalesce(p_note, a.change_note) else a.change_note end,
      changed_at = case when is_public and p_note is not null then now() else a.changed_at end
    where a.id = p_id;
  update public.article_revisions r
    set published_at = case when p_act = 'schedule' then p_at else now() end
    where r.article_id = p_id and r.number = latest and (r.published_at is null or r.published_at > now());
  return 'saved';
end;
$$;

-- for admins: writes the Markdown of an article, and when it is published; never its HTML
grant execute on function public.save_article to authenticated;

comment on function public.save_article is
  'Saves a text (the columns of article_revisions that an admin fills in; keep_drawn_article adds its HTML) as a new revision if it differs from the latest one, and leaves it a draft, publishes it, or schedules it for p_at. p_version is the updated_at that the admin saw, null for a new article; p_note tells readers of a published article what changed. Returns saved, changed (someone else saved first), not-found, slug-taken, trashed, published-already or past.';


-- attendance/check-in/let_in.sql

create function private.let_in(
  p_reservation uuid,
  p_people integer,
  p_helper text,
  p_at timestamptz,
  p_seen integer default null
) returns public.check_in_outcome
language plpgsql
as $$
declare
  found_one public.reservations;
begin
  select r.* into found_one from public.reservations r where r.id = p_reservation for update;
  if not found then
    return 'not-found';
  end if;
  if found_one.checked_in_at is not null then
    update public.reservations r
      set arrived = least(r.arrived + greatest(p_people, 1), r.party)
      where r.id = found_one.id and r.arrived = p_seen and r.arrived < r.party;
    return case when found then 'in' else 'already-in' end;
  end if;
  if found_one.state <> 'placed' then
    return 'no-spot';
  end if;
  update public.reservations r
    set arrived = least(greatest(p_people, 1), found_one.party), checked_in_at = p_at, checked_in_by = p_helper, hold_until = null, switches_to = null
    where r.id = found_one.id;
  return 'in';
end;
$$;

comment on function private.let_in is
  'Records that p_people of a party have arrived; the first check-in counts. It also ends a request to switch between room and online. p_people more come in if p_seen, those that the helper saw as in, are in. The caller has already checked that the door is open.';


-- attendance/people/change_imported_guests.sql

create function private.change_imported_guests(p_import uuid, p_is_undo boolean) returns table (line integer, row_id uuid, made_at timestamptz)
language sql
as $$
  update public.reservations r
    set state = case when p_is_undo then g.changes #>> '{came,0}' when r.state = 'past' then 'past' else 'placed' end,
      arrived = case when not p_is_undo then least(coalesce((g.checked ->> 'people')::integer, 1), r.party) end,
      checked_in_at = case when not p_is_undo then now() end,
      checked_in_by = case when not p_is_undo then 'List on paper' end,
      hold_until = null, switches_to = null, offer_ends_at = null
    from private.import_rows g
    where g.import_id = p_import and g.state = 'changed' and (g.made_at is not null) = p_is_undo and r.id = g.row_id
      and case when p_is_undo then r.checked_in_at = g.made_at else r.checked_in_at is null and r.state = g.changes #>> '{came,0}' end
    returning g.line, r.id, now();
$$;

comment on function private.change_imported_guests is
  'Checks in who is known of a list on paper, also without a spot, or with p_is_undo takes that back, unless someone has checked them in or out since. Of a party as many came as the list says, at most all of it.';


-- attendance/people/change_party_of.sql

create function public.change_party_of(p_id uuid, p_party integer, p_mails boolean) returns public.change_party_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation_of(p_id);
  outcome constant public.change_party_outcome := private.set_party(own, p_party, p_mails);
begin
  if outcome = 'changed' and not p_mails and p_party <> own.party then
    update public.reservations r set to_be_notified = true where r.id = p_id;
  end if;
  return outcome;
end;
$$;

-- for admins: writes the number of people of a reservation; sends its ticket
grant execute on function public.change_party_of to authenticated;

comment on function public.change_party_of is
  'For admins: changes the number of people of someone''s reservation, as set_party says.';


-- attendance/people/enqueue_answers.sql

create function private.enqueue_answers(p_people uuid[]) returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence)
    select 'request-answered', w.id, 1 + coalesce((
      select max(m.occurrence) from public.mails m where m.purpose = 'request-answered' and m.person = w.id
    ), 0)
    from public.waitlist_entries w
    where w.id = any (p_people) and w.confirmed_at is not null;
$$;

comment on function private.enqueue_answers is
  'Enqueues the emails that answer requests to attend; none to an address that nobody has confirmed.';


-- attendance/people/judge_guest_import.sql

create function private.judge_guest_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  with given as materialized (
    select r.line, r.email, public.fold(r.checked ->> 'name') as name
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new'
  ),
  here as materialized (
    select w.id, lower(w.email) as email, public.fold(w.name) as name
    from public.waitlist_entries w
    join public.reservations r on r.id = w.id
    where w.event_id = p_import.event_id and not w.suspected_spam and r.state not in ('set-aside', 'turned-down')
  ),
  named as materialized (
    select h.name, count(*) as people, (array_agg(h.id))[1] as id from here h group by h.name
  ),
  found as (
    select g.line, g.email, coalesce(h.id, case when g.email is null and n.people = 1 then n.id end) as id,
      h.id is null and n.people > case when g.email is null then 1 else 0 end as is_unsure
    from given g
    left join here h on h.email = lower(g.email)
    left join named n on n.name = g.name
  ),
  judged as (
    select f.line, f.id, r.state as was,
      case
        when f.is_unsure then 'unsure'
        when f.id is not null and row_number() over (partition by f.id order by f.line) > 1 then 'twin'
        when f.id is not null and (r.checked_in_at is not null or p_import.choices ->> 'guests' = 'coming') then 'there'
        when f.id is not null then 'changed'
        when f.email is null and p_import.choices ->> 'guests' = 'coming' then 'no-address'
      end as verdict
    from found f
    left join public.reservations r on r.id = f.id
  )
  update private.import_rows r
    set state = case when j.verdict in ('there', 'changed') then j.verdict else 'refused' end,
      refusal = case when j.verdict not in ('there', 'changed') then j.verdict::public.import_refusal end,
      row_id = case j.verdict when 'changed' then j.id end,
      changes = case j.verdict when 'changed' then jsonb_build_object('came', jsonb_build_array(j.was, 'came')) end
    from judged j
    where r.import_id = p_import.id and r.line = j.line and j.verdict is not null;
end;
$$;

comment on function private.judge_guest_import is
  'Judges who of a list on paper is known at its event: by address, or without one by a name that one person has. Unsure is a name that several have, or one with another address. Who is known and came is to be checked in.';


-- attendance/people/make_imported_guests.sql

create function private.make_imported_guests(p_import private.imports) returns table (line integer, row_id uuid, made_at timestamptz)
language plpgsql
as $$
#variable_conflict use_column
declare
  person record;
  mails constant boolean := coalesce((p_import.choices ->> 'mails')::boolean, false);
begin
  perform private.lock_lines(p_import.event_id);
  for person in
    select r.line, gen_random_uuid() as id, r.email, r.address_key, r.checked ->> 'name' as name,
      coalesce((r.checked ->> 'people')::integer, 1) as people
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new'
    order by r.line
  loop
    if person.email is null then
      insert into public.walk_ins (id, event_id, people, helper) values (person.id, p_import.event_id, person.people, 'List on paper');
    elsif p_import.choices ->> 'guests' = 'came' then
      insert into public.waitlist_entries (id, event_id, name, email, consent_version)
        values (person.id, p_import.event_id, person.name, person.email, 'came-on-paper');
      insert into public.reservations (id, event_id, party, state, line, arrived, checked_in_at, checked_in_by)
        select person.id, p_import.event_id, person.people, 'placed', coalesce(max(r.line), 0) + 1, person.people, now(),
          'List on paper'
        from public.reservations r
        where r.event_id = p_import.event_id;
    elsif private.put_in_line(
      person.id, p_import.event_id, person.name, person.email, 'on-paper', person.people,
      private.attends_at((select e from public.events e where e.id = p_import.event_id), 'room'), mails
    ) then
      update public.waitlist_entries w set note = 'Agreed on paper: ' || p_import.agreed_text where w.id = person.id;
      update public.reservations r set hold_until = null, to_be_notified = not mails where r.id = person.id;
      if mails and not private.enqueue_mail(
        'waitlist-receipt', person.id, person.address_key, '{by-hand}', jsonb_build_object('account', auth.uid()), 'strangers'
      ) then
        update public.reservations r set to_be_notified = true where r.id = person.id;
      end if;
    else
      continue;
    end if;
    return query select person.line, person.id, now();
  end loop;
end;
$$;

comment on function private.make_imported_guests is
  'Adds who is new on a list on paper. Of people who came, those without an address are counted, and their names are not stored; the others get no email until they have confirmed on their own page. Of people who are coming, each gets a free spot or the last position, at once, and a receipt in the queue of visitors'' forms. A line may be about a party.';


-- attendance/people/place_people.sql

create function private.place_people(p_people uuid[], p_mails boolean) returns void
language sql
as $$
  update public.reservations r
    set state = 'placed', attends = r.waits_for, switches_to = null, hold_until = null, to_be_notified = not p_mails
    where r.id = any (p_people);
  select private.enqueue_ticket(person) from unnest(p_people) person where p_mails;
$$;

comment on function private.place_people is
  'Gives people on the waitlist the free spots that spots_to_give found, with tickets where emails are sent (p_mails). The caller holds the lock.';


-- attendance/people/turn_down_people.sql

create function private.turn_down_people(p_people uuid[], p_words text, p_mails boolean) returns void
language sql
as $$
  update public.reservations r
    set state = 'turned-down', decided_at = now(), words = p_words, to_be_notified = not p_mails
    where r.id = any (p_people);
  select private.enqueue_answers(p_people) where p_mails;
$$;

comment on function private.turn_down_people is
  'Turns down people who asked to attend, with an email that says p_words where emails are sent (p_mails).';


-- attendance/people/undo_guest_import.sql

create function private.undo_guest_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  delete from public.walk_ins w
    using private.import_rows r
    where r.import_id = p_import.id and r.state = 'new' and w.id = r.row_id;
  with gone as (
    delete from public.waitlist_entries w
      using private.import_rows r
      where r.import_id = p_import.id and r.state = 'new' and w.id = r.row_id and w.confirmed_at is null
        and w.created_at = r.made_at
        -- Who has the email knows of the spot.
        and not exists (select from public.mails m where m.person = w.id and m.attempts > 0)
      returning w.id
  )
  delete from public.mails m using gone g where m.person = g.id;
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import.id and r.state = 'new' and r.row_id is not null
      and not exists (select from public.waitlist_entries w where w.id = r.row_id);
end;
$$;

comment on function private.undo_guest_import is
  'Removes the people whom a list on paper has added, and those whom it has counted, except who has got an email or has confirmed since.';


-- attendance/reservations/answer_offer.sql

create function public.answer_offer(p_token_digest text, p_is_accepted boolean, p_mails boolean) returns public.answer_offer_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
begin
  if own.id is null then
    return 'nowhere';
  end if;
  -- An expired offer no longer counts, even before cron has ended it.
  perform public.promote_line(own.event_id, p_mails);
  update public.reservations r
    set state = case when p_is_accepted then 'placed' else 'declined' end, offer_ends_at = null
    where r.id = own.id and r.state = 'offered';
  if not found then
    return (select r.state from public.reservations r where r.id = own.id);
  end if;
  if p_is_accepted then
    perform private.enqueue_ticket(own.id);
    return 'placed';
  end if;
  perform public.promote_line(own.event_id, p_mails);
  return 'declined';
end;
$$;

grant execute on function public.answer_offer to service_role;

comment on function public.answer_offer is
  'Accepts or declines the spot that is offered to the holder of this link; a declined spot is offered to the next person at once, where emails are sent. Returns the resulting state of the reservation (a repeated call changes nothing), or nowhere.';


-- attendance/reservations/failed_offers.sql

create function private.failed_offers() returns table (id uuid, event_id uuid, mail_state text, last_error text)
language sql
stable
as $$
  select r.id, r.event_id, m.state, m.last_error
  from public.reservations r
  left join public.mails m on m.purpose = 'reservation-offer' and m.person = r.id and m.occurrence = r.offers
  where r.state = 'offered'
    and r.offer_ends_at is null
    and m.next_attempt_at is null
    and m.state is distinct from 'claimed';
$$;

comment on function private.failed_offers is
  'Returns offers without a deadline whose email is not on its way: refused, bounced, uncertain, dropped, or deleted (null).';


-- attendance/reservations/has_reservation.sql

create function private.has_reservation(p_entry uuid) returns boolean
language sql
stable
return exists (select from public.reservations r where r.id = p_entry and r.state = 'placed' and r.hold_until is null);

comment on function private.has_reservation is
  'Whether an entry has a spot that is not merely held, which lets the person reserve at events for the people of this event.';


-- attendance/reservations/move_up.sql

create function public.move_up(p_id uuid, p_reason text, p_mails boolean) returns public.move_up_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.waits_for is null then
    return own.state;
  end if;
  insert into public.line_moves (reservation_id, reason) values (p_id, p_reason);
  update public.event_spots p set moved_up = p.moved_up + 1 where p.event_id = own.event_id and p.attends = own.waits_for;
  update public.reservations r
    set line = (select min(l.line) - 1 from public.reservations l where l.event_id = own.event_id)
    where r.id = p_id;
  perform public.promote_line(own.event_id, p_mails);
  return 'moved';
end;
$$;

-- for admins: writes a person to the front of the waitlist, with a reason
grant execute on function public.move_up to authenticated;

comment on function public.move_up is
  'Moves someone to the front of the waitlist, with a reason for the log; the public sees how often that happened. Returns moved, the state of a reservation that is not waiting, or not-found.';


-- attendance/reservations/require_reservation.sql

create function private.require_reservation(p_token_digest text) returns public.reservations
language plpgsql
as $$
declare
  own public.reservations;
begin
  select r.* into own
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest;
  perform private.note_holder(own.id);
  perform private.lock_lines(own.event_id);
  -- It may have changed while waiting for the lock.
  select r.* into own from public.reservations r where r.id = own.id;
  return own;
end;
$$;

comment on function private.require_reservation is
  'Returns the reservation behind a link, with its event locked; a row of nulls for a link that leads to no reservation.';


-- attendance/reservations/require_reservation_of.sql

create function private.require_reservation_of(p_id uuid) returns public.reservations
language plpgsql
as $$
declare
  found_one public.reservations;
begin
  perform private.require_admin();
  select r.* into found_one from public.reservations r where r.id = p_id;
  perform private.lock_lines(found_one.event_id);
  select r.* into found_one from public.reservations r where r.id = found_one.id;
  return found_one;
end;
$$;

comment on function private.require_reservation_of is
  'Returns a reservation with its event locked, for an admin; a row of nulls when there is none.';


-- attendance/reservations/say_coming.sql

create function public.say_coming(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
begin
  update public.reservations r set coming_at = coalesce(r.coming_at, now()) where r.id = own.id and private.may_answer(r);
  return found;
end;
$$;

grant execute on function public.say_coming to service_role;

comment on function public.say_coming is
  'Records that the holder of this link is still coming; a repeated call changes nothing. Returns false if they were not asked, no longer have a spot, or the event has begun, moved to another day or been called off.';


-- attendance/reservations/set_join_link.sql

create function public.set_join_link(p_event uuid, p_url text, p_mails boolean) returns public.set_join_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  before text;
  link private.join_links;
begin
  perform private.require_admin();
  -- Serializes simultaneous calls.
  perform from public.events e where e.id = p_event and e.meets <> 'room' for no key update;
  if not found then
    return 'not-online';
  end if;
  select j.url into before from private.join_links j where j.event_id = p_event;
  if before = p_url then
    return 'same';
  end if;
  insert into private.join_links (event_id, url) values (p_event, p_url)
    on conflict (event_id) do update set url = excluded.url, number = excluded.number, set_at = now()
    returning * into link;
  -- The log records that the link was set, but not the link itself.
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, case when before is null then 'insert' else 'update' end, 'join_links', p_event::text, '{"columns": ["url"]}'
    from auth.users u
    where u.id = auth.uid();
  if before is null then
    return 'saved';
  end if;
  if p_mails then
    insert into public.mails (purpose, person, occurrence)
      select 'join-link-replaced', r.id, link.number
      from public.reservations r
      where r.event_id = p_event and private.may_join(r)
      order by r.id;
  end if;
  return 'replaced';
end;
$$;

-- for admins: writes the link of an online event, and emails to those who have a spot
grant execute on function public.set_join_link to authenticated;

comment on function public.set_join_link is
  'For admins: sets the link where people with a spot online meet. If it replaces another link, each of them gets an email with the new one (p_mails: whether emails are sent). Returns saved, replaced, same or not-online.';


-- attendance/reservations/settle_offer.sql

create function public.settle_offer(p_id uuid, p_is_told boolean, p_mails boolean) returns public.settle_offer_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.state <> 'offered' then
    return own.state;
  end if;
  if p_is_told then
    update public.reservations r
      set offer_ends_at = private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
      from public.events e
      where r.id = p_id and e.id = r.event_id and r.offer_ends_at is null;
    return 'offered';
  end if;
  update public.reservations r set state = 'lapsed', offer_ends_at = null where r.id = p_id;
  perform public.promote_line(own.event_id, p_mails);
  return 'lapsed';
end;
$$;

-- for admins: writes the outcome of an offer whose email did not arrive
grant execute on function public.settle_offer to authenticated;

comment on function public.settle_offer is
  'Settles an offer whose email did not, or may not have, arrived: the admin has notified the person (p_is_told; the deadline starts now), or the spot is offered to the next person on the waitlist. Returns offered, lapsed, the state of a reservation without an offer, or not-found.';


-- attendance/reservations/switch_place.sql

create function public.switch_place(p_token_digest text, p_attends text, p_mails boolean)
  returns public.switch_place_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
begin
  if own.id is null then
    return 'nowhere';
  end if;
  if p_attends = own.attends then
    update public.reservations r set switches_to = null where r.id = own.id and r.switches_to is not null;
    return 'stays';
  end if;
  if not private.may_switch(own) then
    return 'closed';
  end if;
  if own.state = 'asked' then
    update public.reservations r set attends = p_attends where r.id = own.id;
    return 'switched';
  end if;
  -- A repeated call keeps the position.
  if own.switches_to is null then
    update public.reservations r
      set attends = case when own.state = 'waiting' then p_attends else own.attends end,
        switches_to = case when own.state = 'placed' then p_attends end,
        line = (select max(l.line) + 1 from public.reservations l where l.event_id = own.event_id)
      where r.id = own.id;
  end if;
  perform private.take_spots(own.id, true);
  perform public.promote_line(own.event_id, p_mails);
  return (
    select case when r.waits_for is null then 'switched' else 'waits' end from public.reservations r where r.id = own.id
  );
end;
$$;

grant execute on function public.switch_place to service_role;

comment on function public.switch_place is
  'Switches the holder of this link between room and online at an event that meets in both, or puts them at the end of the waitlist there; they keep their spot until they have the other one, and it is then offered to the next person. Who asks to attend then asks for the other. Returns switched, waits (on that waitlist), stays (they are already there, or no longer want to switch), closed (not possible now, or not confirmed) or nowhere.';


-- attendance/reservations/take_other_spots.sql

create function private.take_other_spots(p_id uuid, p_mails boolean) returns void
language sql
as $$
  update public.reservations r set attends = r.switches_to, switches_to = null where r.id = p_id;
  select private.enqueue_ticket(p_id) where p_mails;
$$;

comment on function private.take_other_spots is
  'Gives a person the spot they want to switch to and frees their previous one, in one step, with a ticket where emails are sent (p_mails). The caller holds the lock.';


-- attendance/reservations/take_spots.sql

create function private.take_spots(p_id uuid, p_mails boolean) returns boolean
language plpgsql
as $$
declare
  own public.reservations;
  confirmed boolean;
begin
  select r.* into own from public.reservations r where r.id = p_id;
  if own.waits_for is null or not private.has_spots_for(own.event_id, own.waits_for, own.party, own.line, p_mails) then
    return false;
  end if;
  if own.state = 'placed' then
    perform private.take_other_spots(p_id, p_mails);
    return true;
  end if;
  select w.confirmed_at is not null into confirmed from public.waitlist_entries w where w.id = p_id;
  update public.reservations r
    set state = 'placed', hold_until = case when p_mails and not confirmed then least(now() + interval '2 hours', e.starts_at) end
    from public.events e
    where r.id = p_id and e.id = r.event_id;
  if p_mails and confirmed then
    perform private.enqueue_ticket(p_id);
  end if;
  return true;
end;
$$;

comment on function private.take_spots is
  'Gives a free spot to a person who waits for it or wants to switch to it, if has_spots_for allows it; for an unconfirmed address it is held for two hours, but not beyond the start. The caller holds the lock. Returns whether they got it.';


-- attendance/waitlist/ask_address_change.sql

create function public.ask_address_change(p_token_digest text, p_email text, p_address_key text, p_sender jsonb default null) returns public.ask_address_change_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.waitlist_entries;
  change_id uuid;
begin
  select w.* into entry
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if entry.confirmed_at is null then
    return 'unconfirmed';
  end if;
  if lower(entry.email) = lower(p_email) then
    return 'same';
  end if;
  if private.spend('{new-address-of-entry}', jsonb_build_object('entry', replace(entry.id::text, '-', ''))) is not null then
    return 'too-many';
  end if;
  delete from private.waitlist_address_changes c
    where c.entry_id = entry.id and c.confirmed_at is null and lower(c.email) <> lower(p_email);
  insert into private.waitlist_address_changes as c (entry_id, email) values (entry.id, p_email)
    on conflict (entry_id) where confirmed_at is null do update set asked_at = now()
    returning c.id into change_id;
  perform private.enqueue_mail(
    'waitlist-new-address', change_id, p_address_key, '{}', private.budget_keys(p_sender, p_address_key), 'strangers'
  );
  return 'asked';
end;
$$;

grant execute on function public.ask_address_change to service_role;

comment on function public.ask_address_change is
  'Stores a new address for the holder of this link and enqueues an email to it, among those of strangers. The answer is the same whether or not the address is on the waitlist.';


-- attendance/waitlist/confirm_address_change.sql

create function public.confirm_address_change(p_token_digest text, p_address_key text) returns public.confirm_address_change_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  entry public.waitlist_entries;
  change private.waitlist_address_changes;
begin
  select w.* into entry
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.token_digest = p_token_digest
    for no key update of w;
  -- Read only now: the row lock above keeps others from confirming or canceling the change at the same time.
  select c.* into change
    from private.waitlist_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
    for update;
  if not found then
    return 'nowhere';
  end if;
  begin
    update public.waitlist_entries w set email = change.email, confirmed_at = now() where w.id = entry.id;
  exception
    when unique_violation then
      return 'already-listed';
  end;
  perform private.note_confirmed(entry.id);
  update private.waitlist_address_changes c set confirmed_at = now(), previous_email = entry.email where c.id = change.id;
  insert into public.mails (purpose, person, occurrence) values ('waitlist-old-address', change.id, 1);
  perform private.owe_link('waitlist-address-confirmed', entry.id, p_address_key);
  return 'changed';
end;
$$;

grant execute on function public.confirm_address_change to service_role;

comment on function public.confirm_address_change is
  'Gives an entry its new address, confirmed and with its position on the waitlist unchanged. Ends the earlier links at once, enqueues a new one for its owner, and notifies the old address. Returns changed, already-listed (nothing changes) or nowhere, also for a change that is already confirmed.';


-- attendance/waitlist/confirm_entry.sql

create function public.confirm_entry(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.waitlist_entries;
begin
  select w.* into own
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return false;
  end if;
  if own.confirmed_at is not null then
    return true;
  end if;
  perform private.note_holder(own.id);
  perform private.lock_lines(own.event_id);
  update public.waitlist_entries w set confirmed_at = now() where w.id = own.id;
  perform private.note_confirmed(own.id);
  update public.reservations r set hold_until = null where r.id = own.id and r.state = 'placed';
  if found then
    perform private.enqueue_ticket(own.id);
  else
    perform private.take_spots(own.id, true);
  end if;
  return true;
end;
$$;

grant execute on function public.confirm_entry to service_role;

comment on function public.confirm_entry is
  'Records that the owner of the address received the link (they pressed the button on its page). A held spot becomes theirs, and a waiting person gets a spot that is free for them. Returns false for a link that leads to no entry.';


-- attendance/waitlist/end_links.sql

create function private.end_links(p_entry uuid) returns void
language sql
as $$
  update public.waitlist_entries w set link_generation = w.link_generation + 1 where w.id = p_entry;
  delete from private.waitlist_links l where l.entry_id = p_entry;
  select private.remake_mails(p_entry);
$$;

comment on function private.end_links is
  'Ends all links to the status page of an entry at once, whether or not an email with a new one can be sent.';


-- attendance/waitlist/leave_waitlist.sql

create function public.leave_waitlist(
  p_token_digest text,
  p_reason text,
  p_address_key text default null,
  p_mails boolean default false
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  leaving public.waitlist_entries;
begin
  select w.* into leaving
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for update of w;
  if found then
    perform private.lock_lines(leaving.event_id);
    insert into private.waitlist_departures
      (entry_id, event_id, token_digests, reason, entry, delivery, reservation, belongings)
      select leaving.id, leaving.event_id,
        array(select l.token_digest from private.waitlist_links l where l.entry_id = leaving.id),
        p_reason,
        case when p_reason = 'left' then to_jsonb(leaving) end,
        case when p_reason = 'left' then (
          select to_jsonb(o) from public.outbox o where o.waitlist_entry_id = leaving.id
        ) end,
        case when p_reason = 'left' then (select to_jsonb(r) from public.reservations r where r.id = leaving.id) end,
        case when p_reason = 'left' then jsonb_build_object(
          'credentials', (select jsonb_agg(c.id) from public.credentials c where c.reservation_id = leaving.id),
          'presses', (select jsonb_agg(to_jsonb(p)) from public.door_presses p where p.reservation_id = leaving.id),
          'moves', (select jsonb_agg(to_jsonb(m)) from public.line_moves m where m.reservation_id = leaving.id),
          'agendas', (select jsonb_agg(to_jsonb(a)) from private.agendas a where a.entry_id = leaving.id),
          'answers', (select jsonb_agg(to_jsonb(a)) from public.entry_answers a where a.entry_id = leaving.id)
        ) end;
    insert into private.given_up_spots as counted (event_id, day, people)
      select r.event_id, r.asked_for, r.party
        from public.reservations r
        where r.id = leaving.id and private.may_answer(r)
      on conflict (event_id, day) do update set people = counted.people + excluded.people;
    delete from public.mails m where m.person = leaving.id and m.next_attempt_at is not null;
    delete from public.waitlist_entries w where w.id = leaving.id;
    perform public.promote_line(leaving.event_id, p_mails);
  else
    -- A person who has left may still have the entry erased at once.
    update private.waitlist_departures d
      set reason = p_reason, entry = null, delivery = null, reservation = null, belongings = null
      where d.token_digests @> array[p_token_digest] and d.reason = 'left' and p_reason <> 'left';
    if not found then
      return false;
    end if;
  end if;
  if p_reason = 'not-mine' then
    perform private.refuse_mail(p_address_key);
  end if;
  return true;
end;
$$;

grant execute on function public.leave_waitlist to service_role;

comment on function public.leave_waitlist is
  'Removes the holder of this link from the waitlist and frees their spot. p_reason is left (can be undone for 24 hours), erased, or not-mine, after which no visitor causes another email to the address of p_address_key. Returns false if nothing has changed.';


-- attendance/waitlist/return_belongings.sql

create function private.return_belongings(p_reservation uuid, p_belongings jsonb) returns void
language sql
as $$
  update public.credentials c
    set reservation_id = p_reservation
    from jsonb_array_elements_text(nullif(p_belongings -> 'credentials', 'null')) as kept (id)
    where c.id = kept.id::uuid and c.reservation_id is null;
  -- What an admin has deleted meanwhile, such as a pass, is not restored.
  insert into public.door_presses
    select p.* from jsonb_populate_recordset(null::public.door_presses, nullif(p_belongings -> 'presses', 'null')) p
    where exists (select from public.door_passes d where d.id = p.pass_id)
    on conflict do nothing;
  insert into public.line_moves
    select m.* from jsonb_populate_recordset(null::public.line_moves, nullif(p_belongings -> 'moves', 'null')) m
    on conflict do nothing;
  insert into private.agendas
    select a.* from jsonb_populate_recordset(null::private.agendas, nullif(p_belongings -> 'agendas', 'null')) a
    on conflict do nothing;
$$;

comment on function private.return_belongings is
  'Restores what belonged to a reservation that has returned: its credentials, what was pressed about it at the door, moves on the waitlist and the stored agenda.';


-- attendance/waitlist/return_to_waitlist.sql

create function public.return_to_waitlist(p_token_digest text) returns public.return_to_waitlist_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  was public.reservations;
  keeps boolean;
  departure private.waitlist_departures;
  back public.waitlist_entries;
begin
  delete from private.waitlist_departures d
    where d.token_digests @> array[p_token_digest] and d.reason = 'left' and d.left_at > now() - private.departure_period()
      and (d.entry ->> 'for_entry' is null or private.has_reservation((d.entry ->> 'for_entry')::uuid))
      and not exists (select from public.events e where e.id = d.event_id and e.admission = 'none')
    returning d.* into departure;
  if not found then
    return 'too-late';
  end if;
  back := jsonb_populate_record(null::public.waitlist_entries, '{"link_generation": 0}' || departure.entry);
  insert into public.waitlist_entries (
      id, event_id, name, email, consent_version, suspected_spam, note, tickets_notified_at, created_at, updated_at,
      confirmed_at, link_generation, notified_at, for_entry, told, quiet_at, answers_changed_at, came_by, consent_page
    )
    values (
      back.id, back.event_id, back.name, back.email, back.consent_version, back.suspected_spam, back.note,
      back.tickets_notified_at, back.created_at, back.updated_at, back.confirmed_at, back.link_generation,
      back.notified_at, back.for_entry, back.told, back.quiet_at, back.answers_changed_at, back.came_by,
      back.consent_page
    )
    on conflict do nothing;
  if not found then
    insert into private.waitlist_links (token_digest, entry_id, generation)
      select unnest(departure.token_digests), w.id, w.link_generation
      from public.waitlist_entries w
      where w.event_id = back.event_id and lower(w.email) = lower(back.email) and not w.suspected_spam;
    return 'joined-again';
  end if;
  -- Returning does not count as joining today.
  update private.daily_totals t
    set total = t.total - 1
    where t.kind = 'waitlist'
      and t.day = (back.created_at at time zone public.site_time_zone())::date
      and t.shard = private.shard_of_row(back.id);
  insert into private.waitlist_links (token_digest, entry_id, generation) select unnest(departure.token_digests), back.id, back.link_generation;
  perform private.note_holder(back.id);
  insert into public.entry_answers
    select a.*
    from jsonb_populate_recordset(null::public.entry_answers, nullif(departure.belongings -> 'answers', 'null')) a
    where exists (select from public.event_questions q where q.id = a.question_id);
  if private.lock_lines(back.event_id) and departure.reservation is not null then
    was := jsonb_populate_record(null::public.reservations, departure.reservation);
    -- While free spots are not being offered to the waitlist, they can have their spot back.
    keeps := case was.state
      when 'placed' then private.sign_up(was.event_id) <> 'open' and (
        select was.party <= private.spots_of(e, p.attends) - p.taken
        from public.events e
        join public.event_spots p on p.event_id = e.id and p.attends = coalesce(was.attends, 'room')
        where e.id = was.event_id
      )
      else was.state <> 'offered'
    end;
    insert into public.reservations (id, event_id, party, state, line, hold_until, offers, code, arrived, checked_in_at, checked_in_by, asked_for, attends,
        decided_at, words)
      select was.id, was.event_id, was.party,
        case when keeps then was.state else 'waiting' end,
        -- A person who had a spot gave it up, so they go behind those who are waiting for one.
        case
          when keeps and not exists (select from public.reservations r where r.event_id = was.event_id and r.line = was.line) then was.line
          else (select coalesce(max(r.line), 0) + 1 from public.reservations r where r.event_id = was.event_id)
        end,
        case when keeps then was.hold_until end,
        was.offers, was.code,
        case when keeps then was.arrived end, case when keeps then was.checked_in_at end, case when keeps then was.checked_in_by end,
        was.asked_for, coalesce(was.attends, 'room'), was.decided_at, was.words;
    perform private.return_belongings(back.id, departure.belongings);
    if private.take_spots(back.id, true) or (keeps and was.state = 'placed') then
      update private.given_up_spots g
        set people = greatest(g.people - was.party, 0)
        where was.state = 'placed' and was.hold_until is null and g.event_id = was.event_id and g.day = was.asked_for;
    end if;
  end if;
  if departure.delivery is not null then
    insert into public.outbox
        (kind, waitlist_entry_id, idempotency_key, attempts, next_attempt_at, delivered_at, failed_at, last_error, created_at)
      select o.kind, back.id, o.idempotency_key, o.attempts, o.next_attempt_at, o.delivered_at, o.failed_at, o.last_error, o.created_at
      from jsonb_populate_record(null::public.outbox, departure.delivery) o;
  end if;
  return 'back';
end;
$$;

grant execute on function public.return_to_waitlist to service_role;

comment on function public.return_to_waitlist is
  'Undoes leaving: restores the entry with its position, and its spot if that is free and nobody waits for it. Returns joined-again if the address has joined meanwhile: the link then leads to that entry.';


-- attendance/waitlist/spend_own_press.sql

create function private.spend_own_press(p_entry uuid) returns boolean
language sql
return private.spend('{own-press}', jsonb_build_object('entry', replace(p_entry::text, '-', ''))) is null;

comment on function private.spend_own_press is
  'Counts an email that the holder of an entry''s link causes, at most 5 a day. Returns whether it may be sent.';


-- attendance/waitlist/waitlist_retention.sql

create function private.waitlist_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('afterEdition', interval '90 days', 'public.waitlist_entries', 'coalesce(
        (select min(p.over_at) from private.past_editions p where p.event_id = t.event_id and p.over_at > t.created_at),
        (
          select e.over_at from public.events e
          where e.id = t.event_id and e.over_at > t.created_at and e.status <> ''postponed'' and e.dated_at <= now() - interval ''1 day''
        )
      ) <= now() - $1', null),
    ('waitlistEntry', interval '24 months', 'public.waitlist_entries', 't.created_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.waitlist_entries', 't.suspected_spam and t.created_at <= now() - $1', null),
    ('departure', private.departure_period(), 'private.waitlist_departures', 't.left_at <= now() - $1', null),
    -- The outbox retries the email to the old address for 3 days.
    ('waitlistAddressChange', interval '3 days', 'private.waitlist_address_changes', 'coalesce(t.confirmed_at, t.asked_at) <= now() - $1', null);
$$;

comment on function private.waitlist_retention is
  'Returns how long waitlist entries and the data that belongs to them are kept.';


-- audit-log/log_retention.sql

create function private.log_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('refusedSignIn', private.refused_sign_in_period(), 'public.audit_log', 't.changes ->> ''event'' in (''sign-in-refused'', ''proof-refused'') and t.at <= now() - $1', null),
    ('signIn', private.sign_in_log_period(), 'public.audit_log', 't.verb = ''access'' and t.at <= now() - $1', null),
    ('logEntry', private.log_period(), 'public.audit_log', 't.at <= now() - $1', null);
$$;

comment on function private.log_retention is
  'Returns how long each kind of log entry is kept; keep_the_audit_log refuses to delete anything earlier.';


-- budgets/rows_that_may_go.sql

create function private.rows_that_may_go() returns table (kind text, relation text, condition text)
language sql
immutable
as $$
  select * from private.newsletter_that_may_go()
  union all select * from private.series_that_may_go()
  union all select * from private.proposals_that_may_go()
  union all select * from private.contact_that_may_go()
  union all select * from private.suggestions_that_may_go();
$$;

comment on function private.rows_that_may_go is
  'Returns what makes room when the bytes of a day are used up, collected from all features: rows t of the relation under the condition.';


-- campaigns/enqueue_own_words.sql

create function private.enqueue_own_words(p_campaign public.campaigns) returns boolean
language plpgsql
as $$
begin
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'event-news', w.id, p_campaign.id, true
    from public.waitlist_entries w
    where w.event_id = p_campaign.event_id and private.is_addressed(p_campaign.audience, p_campaign.id, w)
    order by w.created_at, w.id;
  return found;
end;
$$;

comment on function private.enqueue_own_words is
  'Enqueues an email in an admin''s own words to everyone it is addressed to now. Returns false if that is nobody.';


-- campaigns/own_words.sql

create function public.own_words(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  draft public.campaigns;
begin
  perform private.require_admin();
  select t.* into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null;
  return jsonb_build_object(
    'draft', case when draft.id is not null then jsonb_build_object(
      'audience', draft.audience, 'subject', draft.subject, 'words', draft.words, 'version', draft.updated_at
    ) end,
    'checked', (select count(*) from private.campaign_people c where c.campaign_id = draft.id),
    'people', (
      select jsonb_object_agg(a.audience, (
        select count(*)
        from public.waitlist_entries w
        where w.event_id = p_event and private.is_addressed(a.audience, draft.id, w)
      ))
      from unnest(array[
        'everyone', 'spot', 'waiting', 'asked', 'came', 'did-not-come', 'unanswered', 'checked'
      ]) a (audience)
    ),
    'left_today', private.own_words_left(p_event)
  );
end;
$$;

-- for admins: reads their draft, and how many people it would go to
grant execute on function public.own_words to authenticated;

comment on function public.own_words is
  'For admins: returns the draft of an email in their own words about an event (null if there is none), how many were checked for it, how many people each audience has now, and how many more emails of this kind they may send within 24 hours.';


-- campaigns/start_own_words.sql

create function public.start_own_words(
  p_event uuid,
  p_draft_version timestamptz,
  p_send_at timestamptz default null
) returns public.start_own_words_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.campaigns;
begin
  perform private.require_admin();
  -- Serializes simultaneous calls; the second one then finds no draft.
  perform from public.events e where e.id = p_event for update;
  select t.* into draft
    from public.campaigns t
    where t.event_id = p_event and t.kind = 'own-words' and t.started_at is null;
  if draft.updated_at is distinct from p_draft_version then
    return 'changed';
  elsif num_nulls(draft.subject, draft.words) > 0 or not private.is_news('own-words', p_event) then
    return 'not-true';
  elsif private.own_words_left(p_event) = 0 then
    return 'too-many';
  end if;
  if p_send_at > now() then
    update public.campaigns t
      set started_by = auth.uid(), started_at = now(), send_at = p_send_at
      where t.id = draft.id;
    return 'scheduled';
  end if;
  if not private.enqueue_own_words(draft) then
    return 'nobody';
  end if;
  update public.campaigns t set started_by = auth.uid(), started_at = now() where t.id = draft.id;
  return 'started';
end;
$$;

-- for admins: writes that an email in their own words is sent
grant execute on function public.start_own_words to authenticated;

comment on function public.start_own_words is
  'Enqueues the draft that the admin has read (updated_at) to everyone it is addressed to now, one email each; with p_send_at in the future, cron does so then, for everyone it is addressed to at that time.';


-- campaigns/start_scheduled.sql

create function private.start_scheduled() returns void
language plpgsql
as $$
declare
  campaign public.campaigns;
begin
  for campaign in
    select t.* from public.campaigns t where t.send_at <= now() for update skip locked
  loop
    perform private.enqueue_own_words(campaign);
    update public.campaigns t set send_at = null, started_at = now() where t.id = campaign.id;
  end loop;
end;
$$;

comment on function private.start_scheduled is
  'Enqueues the emails in admins'' own words whose hour has come.';


-- campaigns/waking_time.sql

create function private.waking_time(p_at timestamptz) returns timestamptz
language sql
stable
return (
  select case
    when clock::time >= '07:00' and clock::time < '22:00' then p_at
    else (date_trunc('day', clock + interval '2 hours') + interval '7 hours') at time zone public.site_time_zone()
  end
  from (select p_at at time zone public.site_time_zone() as clock) honolulu
);

comment on function private.waking_time is
  'Returns p_at itself if it is between 7:00 and 22:00 in Honolulu, otherwise the next 7:00.';


-- contact/answer_message.sql

create function public.answer_message(
  p_id uuid,
  p_message_id uuid,
  p_version timestamptz,
  p_answer text,
  p_is_done boolean
) returns public.answer_message_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  message public.contact_messages;
  next integer;
begin
  perform private.require_admin();
  select m.* into message from public.contact_messages m where m.id = p_message_id for update;
  if not found then
    return 'gone';
  end if;
  if exists (select from public.message_answers a where a.id = p_id and a.message_id = p_message_id) then
    return 'answered';
  end if;
  if message.updated_at is distinct from p_version then
    return 'changed';
  end if;

  select coalesce(max(a.occurrence), 0) + 1 into next from public.message_answers a where a.message_id = p_message_id;
  insert into public.message_answers (id, message_id, occurrence, answer) values (p_id, p_message_id, next, p_answer);
  insert into public.mails (purpose, person, occurrence) values ('message-answer', p_message_id, next);
  -- The update makes the version stale, so that an admin who has the message open in another window sees that it has
  -- been answered.
  update public.contact_messages m
    set status = case when p_is_done then 'done' else m.status end
    where m.id = p_message_id;
  return 'answered';
end;
$$;

-- for admins: writes the answer to a message; sends its email
grant execute on function public.answer_message to authenticated;

comment on function public.answer_message is
  'For admins: stores an answer and enqueues its email; p_id is made with the form, so that submitting it twice answers once. Returns answered, changed when the message is no longer at p_version, or gone.';


-- contact/contact_mail_content.sql

create function private.contact_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case p_purpose
  when 'message-receipt' then (
    select jsonb_build_object('email', m.email, 'number', m.number, 'sent', m.created_at)
    from public.contact_messages m
    where m.id = p_person and not m.suspected_spam and m.status <> 'spam'
  )
  when 'message-notice' then (
    select case when count(*) > 0 then jsonb_build_object('count', count(*), 'messages', jsonb_agg(told.message order by told.number) filter (where told.place <= 20)) end
    from (
      select m.number, row_number() over (order by m.number) as place,
        jsonb_build_object('id', m.id, 'number', m.number, 'name', m.name, 'writer', m.email, 'message', m.message, 'sent', m.created_at) as message
      from public.contact_messages m
      where m.number >= p_occurrence
        and m.number < coalesce((select min(n.occurrence) from public.mails n where n.purpose = p_purpose and n.occurrence > p_occurrence), 9223372036854775807)
        and not m.suspected_spam
        and m.status <> 'spam'
    ) told
  )
  when 'message-answer' then (
    select jsonb_build_object(
      'email', m.email, 'number', m.number, 'message', m.message, 'sent', m.created_at, 'answer', a.answer
    )
    from public.contact_messages m
    join public.message_answers a on a.message_id = m.id
    where m.id = p_person and a.occurrence = p_occurrence
  )
end;

comment on function private.contact_mail_content is
  'Implements mail_content for the receipt of a message, the notice of new messages, and an answer.';


-- contact/contact_personal_data.sql

create function private.contact_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'messages', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(m) - array['id', 'search_text']) || jsonb_build_object(
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('answer', a.answer, 'created_at', a.created_at) order by a.occurrence), '[]')
              from public.message_answers a where a.message_id = m.id
            )
          )
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.contact_messages m where lower(m.email) = p_address
    )
  );
$$;

comment on function private.contact_personal_data is
  'Returns messages of the owner of an address, with the answers to them.';


-- contact/contact_retention.sql

create function private.contact_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('handledMessage', interval '12 months', 'public.contact_messages', 't.handled_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.contact_messages', 't.suspected_spam and t.created_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.contact_messages', 't.status = ''spam'' and t.updated_at <= now() - $1', null);
$$;

comment on function private.contact_retention is
  'Returns how long messages are kept.';


-- credentials/own_credential.sql

create function public.own_credential(p_token_digest text, p_person integer default 1) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('credential', (
  select jsonb_build_object('number', c.number, 'id', c.id, 'subject', c.subject, 'taken_back_at', c.taken_back_at, 'is_sample', c.is_sample)
  from private.waitlist_links l
  join public.credentials c on c.reservation_id = l.entry_id
  where l.token_digest = p_token_digest and (c.person = p_person or c.taken_back_at is not null)
  order by c.taken_back_at, c.person
  limit 1
));

grant execute on function public.own_credential to service_role;

comment on function public.own_credential is
  'Returns {credential}: {number, id, subject, taken_back_at, is_sample} of one of the people of the reservation behind a link, or one of them that was taken back; null if none was issued.';


-- imports/apply_import.sql

create function public.apply_import(p_id uuid, p_changes boolean default false) returns public.apply_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics; a nested loop over 5,000 by 5,000 would take seconds.
set enable_nestloop = off
as $$
declare
  import private.imports;
  made integer;
  changed integer;
begin
  select i.* into import from private.imports i where i.id = p_id for update;
  perform private.require_import(import.kind);
  if import.id is null then
    return 'gone';
  end if;
  if import.applied_at is not null then
    return 'already-applied';
  end if;
  if p_changes then
    update private.import_rows r set made_at = c.made_at from private.change_by_import(import, false) c where r.import_id = p_id and r.line = c.line;
    -- Lines whose target no longer is as the preview showed it are judged again.
    update private.import_rows r
      set state = 'new', row_id = null, changes = null
      where r.import_id = p_id and r.state = 'changed' and r.made_at is null;
  end if;
  perform private.judge_import(import);
  if not exists (
    select from private.import_rows r
    where r.import_id = p_id and (r.state = 'new' or r.made_at is not null or (r.refusal = 'departed' and r.row_id is not null))
  ) then
    return 'nothing';
  end if;
  update private.import_rows r
    set row_id = case when r.made_at is null then m.row_id else r.row_id end,
      made_at = coalesce(m.made_at, r.made_at),
      changes = case when r.made_at is not null then r.changes end,
      -- If no row was made, someone subscribed at the same moment.
      state = case when r.state in ('new', 'changed') and coalesce(m.made_at, r.made_at) is null then 'there' else r.state end,
      cells = null, email = null, address_key = null, checked = null
    from private.import_rows l
    left join private.make_import(import) m on m.line = l.line
    where r.import_id = p_id and l.import_id = p_id and l.line = r.line;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into made, changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.imports i
    set applied_at = now(), departures = jsonb_set(i.departures, '{words}', '{}'), 
      choices = jsonb_strip_nulls(jsonb_build_object('guests', i.choices -> 'guests'))
    where i.id = p_id;
  perform private.log_import(import, 'insert', made, changed);
  return 'applied';
end;
$$;

-- for admins: writes drafts, and existing resources and events, not people
grant execute on function public.apply_import to authenticated;

comment on function public.apply_import is
  'Creates what every new line of a staged file is to become, and with p_changes applies the changed lines to existing rows that are still as the preview showed them, in one transaction. Nobody gets an email. Returns applied, already-applied, nothing (no line had any effect; the import remains staged) or gone.';


-- imports/change_by_import.sql

create function private.change_by_import(p_import private.imports, p_is_undo boolean) returns table (line integer, row_id uuid, made_at timestamptz)
language plpgsql
as $$
begin
  case p_import.kind
    when 'subscribers' then
      return;
    when 'resources' then
      return query select * from private.change_imported_resources(p_import.id, p_is_undo);
    when 'events' then
      return query select * from private.change_imported_events(p_import.id, p_is_undo);
    when 'guests' then
      return query select * from private.change_imported_guests(p_import.id, p_is_undo);
  end case;
end;
$$;

comment on function private.change_by_import is
  'Applies the values of the changed lines of a file to existing rows that are still as the preview showed them; with p_is_undo, restores the previous values of rows that nobody has touched since. Returns the lines it applied. Never changes subscribers.';


-- imports/import_lines.sql

create function public.import_lines(p_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  import private.imports;
begin
  select i.* into import from private.imports i where i.id = p_id;
  perform private.require_import(import.kind);
  return (
    select jsonb_agg(jsonb_build_object('line', r.line, 'cells', r.cells, 'refusal', r.refusal, 'reason', r.reason) order by r.line)
    from private.import_rows r
    where r.import_id = p_id and import.applied_at is null
  );
end;
$$;

-- for admins: reads lines of files that admins have staged, not those of people
grant execute on function public.import_lines to authenticated;

comment on function public.import_lines is
  'Returns all lines of a staged file, to be mapped again with other columns; null if there are none.';


-- imports/import_page.sql

create function public.import_page(p_id uuid, p_state text default '', p_page integer default 1) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  import private.imports;
begin
  select i.* into import from private.imports i where i.id = p_id;
  perform private.require_import(import.kind);
  if import.id is null then
    return null;
  end if;
  return to_jsonb(import) || jsonb_build_object(
    'can_undo_until', import.applied_at + private.import_undo_period(),
    'counts', (
      select jsonb_build_object(
        'new', count(*) filter (where r.state = 'new'),
        'there', count(*) filter (where r.state = 'there'),
        'changed', count(*) filter (where r.state = 'changed'),
        'refused', count(*) filter (where r.state = 'refused'),
        'made', count(*) filter (where r.state = 'new' and r.made_at is not null),
        'rewritten', count(*) filter (where r.state = 'changed' and r.made_at is not null),
        'departed', count(*) filter (where r.refusal = 'departed' and r.row_id is not null)
      )
      from private.import_rows r
      where r.import_id = p_id
    ),
    'samples', case when import.choices ? 'encoding' then (
      select jsonb_agg(s.value order by s.line)
      from (
        select distinct on (c.value) c.value, r.line
        from private.import_rows r
        cross join lateral jsonb_array_elements_text(r.cells) as c (value)
        where r.import_id = p_id and c.value ~ '[^\x01-\x7f]'
        order by c.value, r.line
        limit 2
      ) s
    ) end,
    'stayed', case when import.undone_at is not null and import.kind = 'events' then (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', e.id, 'title', e.title, 'why', private.built_on_event(e.id)) order by s.line
      ), '[]')
      from (
        select r.row_id, r.line
        from private.import_rows r
        where r.import_id = p_id and r.state = 'new' and r.made_at is not null
        order by r.line
        limit 50
      ) s
      join public.events e on e.id = s.row_id
    ) end,
    'rows', (
      select coalesce(jsonb_agg(
        jsonb_build_object('line', r.line, 'cells', r.cells, 'state', r.state, 'refusal', r.refusal, 'reason', r.reason,
          'changes', r.changes, 'notes', r.checked -> 'notes', 'is_made', r.made_at is not null,
          'is_public', r.state = 'changed' and (
            exists (select from public.events e where e.id = r.row_id and e.is_published)
            or exists (select from public.education_resources e where e.id = r.row_id and e.is_published and e.deleted_at is null)
          ))
        order by r.line
      ), '[]')
      from (
        select r.*
        from private.import_rows r
        where r.import_id = p_id and (p_state = '' or r.state = p_state)
        order by r.line
        limit 50
        offset 50 * (least(greatest(coalesce(p_page, 1), 1), 100) - 1)
      ) r
    )
  );
end;
$$;

-- for admins: reads files that admins have staged, not those of people
grant execute on function public.import_page to authenticated;

comment on function public.import_page is
  'Returns an import with a page of 50 of its lines, of one state (new, there, changed, refused) or all, and the number of lines in each; made counts the rows it has created, and rewritten those it has changed, without those undone; departed, people here who left according to the file; is_public says that a line would change what visitors see; stayed, the first 50 events that an undone import has left, with what they have (built_on_event). Null if there is no such import.';


-- imports/imports_personal_data.sql

create function private.imports_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'imports', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('source', i.source, 'agreed_text', i.agreed_text, 'staged_at', i.created_at, 'columns', to_jsonb(i.columns), 'line', r.cells, 'changes', r.changes)
          order by i.created_at, i.id, r.line
        ),
        '[]'
      )
      from private.import_rows r
      join private.imports i on i.id = r.import_id
      where lower(r.email) = p_address
        or (strpos(lower(concat(r.cells, r.changes)), private.trace_of_address(p_address)) > 0 and concat(r.cells, r.changes) ~* private.pattern_of_address(p_address))
    )
  );
$$;

comment on function private.imports_personal_data is
  'Returns lines of staged files that contain an address.';


-- imports/judge_import.sql

create function private.judge_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  -- A plan kept from small files would take seconds for 5,000 lines.
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  case p_import.kind
    when 'subscribers' then
      perform private.judge_subscriber_import(p_import.id);
    when 'resources' then
      perform private.judge_resource_import(p_import.id);
    when 'events' then
      perform private.judge_event_import(p_import.id);
    when 'guests' then
      perform private.judge_guest_import(p_import);
  end case;
  -- Triggers of the rows that are made would be planned again for each row.
  perform set_config('plan_cache_mode', 'auto', true);
end;
$$;

comment on function private.judge_import is
  'Judges each new line of a staged file by the rules of its kind: still new, or there, changed or refused.';


-- imports/log_import.sql

create function private.log_import(p_import private.imports, p_verb text, p_rows integer, p_changed integer) returns boolean
language sql
as $$
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, p_verb, 'imports', p_import.id::text,
      jsonb_strip_nulls(jsonb_build_object('kind', p_import.kind, 'source', p_import.source, 'rows', p_rows, 'changed', nullif(p_changed, 0)))
    from auth.users u where u.id = auth.uid();
  select true;
$$;

comment on function private.log_import is
  'Logs that an import was applied or undone, and how many rows were made and changed.';


-- imports/make_import.sql

create function private.make_import(p_import private.imports) returns table (line integer, row_id uuid, made_at timestamptz)
language plpgsql
as $$
begin
  case p_import.kind
    when 'subscribers' then
      return query select * from private.make_imported_subscribers(p_import);
    when 'resources' then
      return query select * from private.make_imported_resources(p_import.id);
    when 'events' then
      return query select * from private.make_imported_events(p_import.id);
    when 'guests' then
      return query select * from private.make_imported_guests(p_import);
  end case;
end;
$$;

comment on function private.make_import is
  'Creates what the new lines of a file are to become, by the rules of its kind. Returns which line became which row.';


-- imports/stage_import.sql

create function public.stage_import(
  p_id uuid,
  p_kind text,
  p_source text,
  p_agreed_text text,
  p_columns text[],
  p_mapping jsonb,
  p_rows jsonb,
  p_departures jsonb default '{"columns": {}, "words": {}}',
  p_choices jsonb default '{}',
  p_event uuid default null
) returns public.stage_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics; a nested loop over 5,000 by 5,000 would take seconds.
set enable_nestloop = off
as $$
declare
  import private.imports;
begin
  perform private.require_import(p_kind);
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 5000 then
    raise exception 'stage at most 5000 lines' using errcode = 'invalid_parameter_value';
  end if;
  insert into private.imports as i (id, kind, source, agreed_text, columns, mapping, departures, choices, event_id)
    values (p_id, p_kind, p_source, p_agreed_text, p_columns, p_mapping, p_departures, p_choices, p_event)
    on conflict (id) do update
    set source = excluded.source, agreed_text = excluded.agreed_text, columns = excluded.columns, mapping = excluded.mapping,
      departures = excluded.departures, choices = excluded.choices
    where i.applied_at is null and i.kind = excluded.kind and i.event_id is not distinct from excluded.event_id
    returning i.* into import;
  if not found then
    return 'already-applied';
  end if;
  delete from private.import_rows r where r.import_id = p_id;
  insert into private.import_rows (import_id, line, cells, email, address_key, checked, state, refusal, reason)
    select p_id, r.line, r.cells, r.email, r.address_key, r.checked, case when r.refusal is null then 'new' else 'refused' end, r.refusal, r.reason
    from jsonb_to_recordset(p_rows) as r (line integer, cells jsonb, email text, address_key text, checked jsonb, refusal public.import_refusal, reason text);
  perform private.judge_import(import);
  return 'staged';
end;
$$;

-- for admins: writes lines of a file that nobody else sees
grant execute on function public.stage_import to authenticated;

comment on function public.stage_import is
  'Stores the lines of a file ([{line, cells, checked, email, address_key} or {line, cells, refusal, reason}]) for review, replacing earlier lines of this import; changes nothing else. Returns staged, or already-applied if it is too late.';


-- imports/undo_import.sql

create function public.undo_import(p_id uuid) returns public.undo_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics; a nested loop over 5,000 by 5,000 would take seconds.
set enable_nestloop = off
as $$
declare
  import private.imports;
  made integer;
  changed integer;
  kept integer;
  left_changed integer;
begin
  select i.* into import from private.imports i where i.id = p_id for update;
  perform private.require_import(import.kind);
  if import.id is null then
    return 'gone';
  end if;
  if import.undone_at is not null then
    return 'already-undone';
  end if;
  if import.applied_at is null or import.applied_at <= now() - private.import_undo_period() then
    return 'too-late';
  end if;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into made, changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.import_rows r set made_at = null from private.change_by_import(import, true) c where r.import_id = p_id and r.line = c.line;
  case import.kind
    when 'subscribers' then
      perform private.undo_subscriber_import(p_id);
    when 'resources' then
      perform private.undo_resource_import(p_id);
    when 'events' then
      perform private.undo_event_import(p_id);
    when 'guests' then
      perform private.undo_guest_import(import);
  end case;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into kept, left_changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.imports i set undone_at = now() where i.id = p_id;
  perform private.log_import(import, 'delete', made - kept, changed - left_changed);
  return 'undone';
end;
$$;

-- for admins: writes what an import has made or changed, not people
grant execute on function public.undo_import to authenticated;

comment on function public.undo_import is
  'Undoes an import of the last hour: deletes what it has made and restores what it has changed, except rows that someone has touched since. Returns undone, already-undone, too-late or gone.';


-- issues/claim_issue_batch.sql

create function public.claim_issue_batch(p_limit integer, p_lease_seconds integer, p_key_seconds integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Maximum number of bytes of a request.
  most_bytes constant integer := 4000000;
  lease constant interval := p_lease_seconds * interval '1 second';
  issue public.newsletter_issues;
  batch private.mail_batches;
  room integer;
  people jsonb;
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 or p_key_seconds is null then
    raise exception 'claim 1 to 100 mails for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  for issue in
    select * from public.newsletter_issues i where i.scheduled_at <= now() and i.sent_at is null order by i.number for update skip locked
  loop
    perform private.begin_issue(issue.number);
  end loop;

  -- What was claimed but not frozen was never sent.
  with dropped as (
    delete from private.mail_batches b where b.sealed is null and b.claimed_until <= now() returning b.id
  )
  update public.mails m set state = 'due', claimed_until = null, next_attempt_at = now()
    from dropped where m.batch_id = dropped.id;

  -- Emails that may have arrived and can no longer be retried safely: the provider may have forgotten the key before
  -- another attempt ends.
  with uncertain as (
    delete from private.mail_batches b
      where b.sealed is not null
        and coalesce(b.claimed_until, b.next_attempt_at) <= now()
        and (b.sealed = '' or b.frozen_at + p_key_seconds * interval '1 second' - lease <= now())
      returning b.id, b.last_error
  )
  update public.mails m set state = 'unknown', claimed_until = null, last_error = coalesce(uncertain.last_error, 'no answer')
    from uncertain where m.batch_id = uncertain.id;

  select b.* into batch
    from private.mail_batches b
    join public.newsletter_issues i on i.number = b.issue
    where b.sealed <> '' and coalesce(b.claimed_until, b.next_attempt_at) <= now() and i.paused_at is null
    order by b.id
    limit 1
    for update of b skip locked;
  if found then
    update private.mail_batches b
      set attempts = b.attempts + 1, claimed_until = now() + lease, next_attempt_at = null
      where b.id = batch.id
      returning * into batch;
    update public.mails m set state = 'claimed', claimed_until = batch.claimed_until, attempts = batch.attempts where m.batch_id = batch.id;
    return jsonb_build_object(
      'batch', batch.id, 'attempt', batch.attempts, 'key', batch.idempotency_key,
      'letter', (select i.letter from public.newsletter_issues i where i.number = batch.issue),
      'sealed', batch.sealed, 'recipients', to_jsonb(batch.recipients)
    );
  end if;

  loop
    select i.* into issue
      from public.newsletter_issues i
      where i.sent_at is not null and i.paused_at is null and (i.next_batch_at is null or i.next_batch_at <= now())
        and exists (select from public.mails m where m.purpose = 'newsletter-issue' and m.occurrence = i.number and m.next_attempt_at <= now())
      order by i.number
      limit 1
      for update skip locked;
    if not found then
      return '{}';
    end if;
    room := least(p_limit, greatest(1, most_bytes / octet_length(issue.letter::text)));
    if issue.daily_cap is not null then
      room := least(
        room,
        issue.daily_cap
          - (select count(*) from public.mails m where m.purpose = 'newsletter-issue' and m.frozen_at > now() - interval '24 hours')
          - (select count(*) from public.mails m join private.mail_batches b on b.id = m.batch_id where b.sealed is null)
      );
      if room <= 0 then
        update public.newsletter_issues i set next_batch_at = now() + interval '10 minutes' where i.number = issue.number;
        continue;
      end if;
    end if;

    insert into private.mail_batches (issue, claimed_until) values (issue.number, now() + lease) returning * into batch;
    with due as (
      select m.id from public.mails m
      where m.purpose = 'newsletter-issue' and m.occurrence = issue.number and m.next_attempt_at <= now()
      order by m.id
      limit room
      for update skip locked
    )
    update public.mails m
      set state = 'claimed', attempts = 1, claimed_until = batch.claimed_until, next_attempt_at = null, batch_id = batch.id
      from due
      where m.id = due.id;
    delete from public.mails m
      where m.batch_id = batch.id
        and not exists (select from public.newsletter_subscribers s where s.id = m.person and private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at));
    select jsonb_agg(jsonb_build_object('id', m.id, 'subscriber', s.id, 'email', s.email, 'generation', s.link_generation) order by m.id)
      into people
      from public.mails m
      join public.newsletter_subscribers s on s.id = m.person
      where m.batch_id = batch.id;
    exit when people is not null;
    delete from private.mail_batches b where b.id = batch.id;
  end loop;
  return jsonb_build_object('batch', batch.id, 'attempt', 1, 'key', batch.idempotency_key, 'letter', issue.letter, 'people', people);
end;
$$;

grant execute on function public.claim_issue_batch to service_role;

comment on function public.claim_issue_batch is
  'Enqueues the issues that are due, and claims one batch of up to p_limit emails for p_lease_seconds: {batch, attempt, key, letter, people: [{id, subscriber, email, generation}]}, or, for a batch that was sent without a response, {batch, attempt, key, letter, sealed, recipients}, while the provider remembers its key (p_key_seconds); after that its emails remain uncertain. Drops people who no longer get the newsletter. Returns an empty object when nothing is due.';


-- issues/read_issues.sql

create function public.read_issues(p_slug text default null) returns jsonb
language sql
stable
return (
  with listed as (
    select i.slug, i.subject, i.preview_text, i.sent_at
    from public.newsletter_issues i
    where p_slug is null and i.sent_at is not null
    order by i.sent_at desc
    limit 1000
  ),
  shown as (
    select to_jsonb(l) as issue, l.sent_at from listed l
    union all
    select jsonb_build_object(
        'slug', i.slug, 'subject', i.subject, 'preview_text', i.preview_text, 'sent_at', i.sent_at, 'html', i.html
      ), i.sent_at
    from public.newsletter_issues i
    where i.slug = p_slug and i.sent_at is not null
  )
  select coalesce(jsonb_agg(s.issue order by s.sent_at desc), '[]') from shown s
);

grant execute on function public.read_issues to anon;

comment on function public.read_issues is
  'Returns the issues of the newsletter that were sent, or the one of a slug with its HTML.';


-- issues/schedule_issue.sql

create function public.schedule_issue(
  p_actor uuid,
  p_id uuid,
  p_version timestamptz,
  p_at timestamptz,
  p_html text,
  p_renderer text,
  p_letter jsonb
) returns public.schedule_issue_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  issue public.newsletter_issues;
begin
  if not exists (select from public.admin_users a where a.id = p_actor) then
    raise exception 'only admins send issues' using errcode = 'insufficient_privilege';
  end if;
  -- The audit log must name the admin as the actor, since the Worker makes the call.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);
  select * into issue from public.newsletter_issues i where i.id = p_id for update;
  if not found then
    return 'not-found';
  elsif issue.scheduled_at is not null then
    return 'already-scheduled';
  elsif issue.updated_at is distinct from p_version then
    return 'changed';
  end if;
  update public.newsletter_issues i
    set scheduled_at = greatest(coalesce(p_at, now()), now()), html = p_html, renderer = p_renderer, letter = p_letter
    where i.id = p_id;
  if coalesce(p_at, now()) > now() then
    return 'scheduled';
  end if;
  -- Enqueuing many emails takes longer than a request may; cron does it within a minute.
  if (select count(*) > 5000 from public.newsletter_subscribers s where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)) then
    return 'sent';
  end if;
  perform private.begin_issue(issue.number);
  return 'sent';
end;
$$;

grant execute on function public.schedule_issue to service_role;

comment on function public.schedule_issue is
  'Stores, for the admin p_actor, what the Worker has rendered from a draft, as the admin saw it (p_version is its updated_at), to be sent at p_at, or at once if that is null or past; if it goes to more than 5,000 people, cron sends it. Returns sent, scheduled, changed, already-scheduled or not-found.';


-- mail/letter_wait.sql

create function public.letter_wait(p_sender jsonb, p_daily_limit integer default null, p_strangers_a_minute integer default 20) returns integer
language sql
stable
security definer
set search_path = ''
return (
  private.strangers_wait(greatest(private.letters_of(p_sender) - 1, 0), p_daily_limit, p_strangers_a_minute) ->> 'minutes'
)::integer;

grant execute on function public.letter_wait to service_role;

comment on function public.letter_wait is
  'Returns in about how many minutes the email leaves that this network (far, in p_sender) has caused last, if it went to an address that nobody has confirmed; 0 where nothing waits.';


-- mail/mails_to.sql

create function private.mails_to(p_address text, p_mail_key text) returns setof bigint
language sql
stable
as $$
  select m.id from public.mails m where m.address_key = p_mail_key
  union
  select m.id
  from public.mails m
  where m.person in (
    select w.id from public.waitlist_entries w where lower(w.email) = p_address
    union all
    select c.id from public.contact_messages c where lower(c.email) = p_address
    union all
    select s.id from public.suggestions s where lower(s.email) = p_address
    union all
    select n.id from public.newsletter_subscribers n where lower(n.email) = p_address
    union all
    select s.id from private.series_subscriptions s where lower(s.email) = p_address
    union all
    select c.speaker_id from private.speaker_contacts c where lower(c.email) = p_address
    union all
    select p.id from private.talk_proposals p where lower(p.email) = p_address
    union all
    select c.id from private.newsletter_address_changes c where lower(c.email) = p_address or lower(c.old_email) = p_address
    union all
    select i.id from private.admin_invitations i where lower(i.email) = p_address
    union all
    select u.id from auth.users u where lower(u.email) = p_address
  )
  union
  -- A notice is composed from the messages that still exist, unless it is frozen.
  select m.id
  from public.mails m
  where m.purpose = 'message-notice'
    and m.sealed is not null
    and exists (
      select from public.contact_messages c
      where lower(c.email) = p_address
        and c.number >= m.occurrence
        and c.number < coalesce((select min(n.occurrence) from public.mails n where n.purpose = m.purpose and n.occurrence > m.occurrence), 9223372036854775807)
    )
  union
  select m.id
  from public.mails m
  join private.waitlist_address_changes c on c.id = m.person
  where lower(case m.purpose when 'waitlist-old-address' then c.previous_email else c.email end) = p_address
  union
  select m.id
  from public.mails m
  join private.admin_address_changes c on c.id = m.person
  where lower(case m.purpose when 'admin-old-address' then c.previous_email else c.email end) = p_address;
$$;

comment on function private.mails_to is
  'Returns the emails to the owner of an address (lower case), found by its keyed digest or by what they are about.';


-- newsletter/change_newsletter_address.sql

create function public.change_newsletter_address(p_token_digest text, p_email text, p_address_key text, p_sender jsonb default null) returns public.change_newsletter_address_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
  change uuid;
begin
  select s.* into subscriber
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest and s.confirmed_at is not null and s.left_at is null
    for update of s;
  if not found then
    return 'nowhere';
  end if;
  if lower(subscriber.email) = lower(p_email) then
    return 'same';
  end if;
  if (select count(*) from private.newsletter_address_changes c where c.subscriber_id = subscriber.id and c.requested_at > now() - interval '24 hours') >= 5 then
    return 'too-many';
  end if;
  -- A form submitted twice asks once.
  select c.id into change
    from private.newsletter_address_changes c
    where c.subscriber_id = subscriber.id and lower(c.email) = lower(p_email) and c.confirmed_at is null;
  if not found then
    insert into private.newsletter_address_changes (subscriber_id, email) values (subscriber.id, p_email) returning id into change;
  end if;
  if not private.is_refused_by_newsletter(p_address_key) then
    perform private.enqueue_mail('newsletter-address', change, p_address_key, '{newsletter}', private.budget_keys(p_sender, p_address_key), 'strangers');
  end if;
  return 'asked';
end;
$$;

grant execute on function public.change_newsletter_address to service_role;

comment on function public.change_newsletter_address is
  'Sends an email to a new address, whose keyed digest is p_address_key, that asks whether the newsletter should go there. Returns asked (also if no email may be sent), same, too-many (5 in 24 hours for one subscriber) or nowhere.';


-- newsletter/confirm_newsletter_address.sql

create function public.confirm_newsletter_address(p_token_digest text, p_address_key text) returns public.confirm_newsletter_address_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  change private.newsletter_address_changes;
begin
  select c.* into change
    from private.newsletter_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.requested_at > now() - private.newsletter_address_change_period()
    for update;
  if not found then
    return 'nowhere';
  end if;
  if private.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  -- Both addresses belong to the same person, who has just proved it.
  delete from public.newsletter_subscribers s
    where lower(s.email) = lower(change.email) and not s.suspected_spam and s.id <> change.subscriber_id;
  update private.newsletter_address_changes c
    set confirmed_at = now(), old_email = s.email
    from public.newsletter_subscribers s
    where c.id = change.id and s.id = change.subscriber_id;
  update public.newsletter_subscribers s
    set email = change.email, confirmed_at = now(), link_generation = s.link_generation + 1
    where s.id = change.subscriber_id;
  insert into private.newsletter_links (token_digest, subscriber_id) values (p_token_digest, change.subscriber_id);
  delete from private.mail_suppressions s where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  insert into public.mails (purpose, person, occurrence) values ('newsletter-address-changed', change.id, 1);
  return 'changed';
end;
$$;

grant execute on function public.confirm_newsletter_address to service_role;

comment on function public.confirm_newsletter_address is
  'Changes the newsletter address to the new one, whose owner has this link, and enqueues an email to the old one about the change. Links sent to the old address become invalid. Returns changed, refused (the newsletter is permanently suppressed for the new address) or nowhere.';


-- newsletter/confirm_subscription.sql

create function public.confirm_subscription(p_token_digest text, p_address_key text)
  returns public.confirm_subscription_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  select s.* into subscriber
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
    for update of s;
  if not found or subscriber.left_at is not null then
    return 'nowhere';
  end if;
  if private.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  perform private.note_confirmed(subscriber.id);
  delete from private.mail_suppressions s
    where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  update public.newsletter_subscribers s
    set confirmed_at = now(), confirm_by = null
    where s.id = subscriber.id and s.confirmed_at is null;
  if found and private.sends_first_letter() then
    perform private.enqueue_mail('newsletter-first', subscriber.id, p_address_key, '{}', null, 'known');
  end if;
  return 'confirmed';
end;
$$;

grant execute on function public.confirm_subscription to service_role;

comment on function public.confirm_subscription is
  'Confirms the address of the holder of this link, which enqueues the first letter; repeated calls change nothing. It lifts the suppression by an erasure, but never one by a complaint, which makes it return refused.';


-- newsletter/erase_subscription.sql

create function public.erase_subscription(p_token_digest text, p_address_key text, p_is_mine boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  delete from public.newsletter_subscribers s
    using private.newsletter_links l
    where l.token_digest = p_token_digest and s.id = l.subscriber_id
    returning s.* into subscriber;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = subscriber.id and m.next_attempt_at is not null;
  -- An address that was never confirmed got no newsletters; it is suppressed only if its owner had not requested it.
  if subscriber.confirmed_at is not null or not p_is_mine then
    insert into private.mail_suppressions (address_key, stream, reason)
      values (p_address_key, 'newsletter', case when p_is_mine then 'erased' else 'not-mine' end)
      on conflict do nothing;
  end if;
  return true;
end;
$$;

grant execute on function public.erase_subscription to service_role;

comment on function public.erase_subscription is
  'Erases what is kept about the holder of this link, and suppresses the newsletter under a keyed digest of the address; without p_is_mine, also further requests to confirm. Returns false when there is nothing.';


-- newsletter/make_imported_subscribers.sql

create function private.make_imported_subscribers(p_import private.imports) returns table (line integer, row_id uuid, made_at timestamptz)
language sql
as $$
  with given as materialized (
    select r.line, gen_random_uuid() as id, r.email, (r.checked ->> 'subscribed_at')::timestamptz as requested_at
    from private.import_rows r
    where r.import_id = p_import.id and r.state = 'new'
    order by r.line
  ),
  made as (
    insert into public.newsletter_subscribers (id, email, imported_from, agreed_text, requested_at)
      select g.id, g.email, p_import.source, p_import.agreed_text, g.requested_at from given g
      on conflict do nothing
      returning id, updated_at
  ),
  departed as (
    update public.newsletter_subscribers s
      set left_at = now()
      from private.import_rows r
      where r.import_id = p_import.id and r.refusal = 'departed' and s.id = r.row_id
        and s.confirmed_at is null and s.consent_version is null and s.left_at is null
      returning r.line, s.id, s.updated_at
  ),
  unsent as (
    delete from public.mails m
      using departed d
      where m.person = d.id and m.purpose = 'newsletter-confirm' and m.next_attempt_at is not null
  )
  select g.line, m.id, m.updated_at from made m join given g using (id)
  union all
  select d.line, d.id, d.updated_at from departed d;
$$;

comment on function private.make_imported_subscribers is
  'Adds the new people of a file to the list, unconfirmed, with the source and what they agreed to there. They get no email until an owner asks them to confirm. Who left according to the file has left here, too, unless they have confirmed or signed up here.';


-- newsletter/newsletter_page.sql

create function public.newsletter_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select (to_jsonb(s) - array['id', 'suspected_spam', 'updated_at', 'search_text', 'link_generation', 'confirmation_asked_at']) || jsonb_build_object(
      'state', case when s.left_at is not null then 'left' when s.confirmed_at is null then 'waiting' else 'subscribed' end,
      'changes', (
        select coalesce(jsonb_agg(jsonb_build_object('email', c.email, 'requested_at', c.requested_at) order by c.requested_at), '[]')
        from private.newsletter_address_changes c
        where c.subscriber_id = s.id and c.confirmed_at is null
      ),
      'mails', (
        select coalesce(jsonb_agg(jsonb_build_object('purpose', m.purpose, 'state', m.state, 'created_at', m.created_at) order by m.created_at, m.id), '[]')
        from public.mails m
        where m.person = s.id
      )
    )
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object('state', 'changing', 'email', c.email)
    from private.newsletter_address_changes c
    where c.token_digest = p_token_digest and c.confirmed_at is null and c.requested_at > now() - private.newsletter_address_change_period()
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.newsletter_page to service_role;

comment on function public.newsletter_page is
  'Returns what the page behind a link shows: a subscription (waiting for its confirmation, subscribed, left), a new address to be confirmed (changing), or that the link leads nowhere.';


-- newsletter/newsletter_personal_data.sql

create function private.newsletter_personal_data(p_address text, p_newsletter_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'newsletter', (
      select coalesce(jsonb_agg(to_jsonb(s) - array['id', 'search_text', 'link_generation'] order by s.created_at, s.id), '[]')
      from public.newsletter_subscribers s where lower(s.email) = p_address
    ),
    'newsletter_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('email', c.email, 'old_email', c.old_email, 'requested_at', c.requested_at, 'confirmed_at', c.confirmed_at) order by c.requested_at),
        '[]'
      )
      from private.newsletter_address_changes c
      where lower(c.email) = p_address or lower(c.old_email) = p_address
    ),
    'counters', jsonb_build_object('newsletter_requests', (select count(*) from private.newsletter_requests r where r.email_key = p_newsletter_key))
  );
$$;

comment on function private.newsletter_personal_data is
  'Returns the newsletter subscriptions of the owner of an address, with changes of address.';


-- newsletter/newsletter_retention.sql

create function private.newsletter_retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  values
    ('spam', private.spam_period(), 'public.newsletter_subscribers', 't.suspected_spam and t.created_at <= now() - $1', null),
    ('unconfirmedSubscriber', private.unconfirmed_period(), 'public.newsletter_subscribers', 't.confirmed_at is null and t.confirm_by <= now()', null),
    ('keptForProvider', private.kept_for_provider_period(), 'public.newsletter_subscribers', 't.confirmed_at is null and t.keep_until <= now()', null),
    ('departedSubscriber', interval '30 days', 'public.newsletter_subscribers', 't.left_at <= now() - $1 and coalesce(t.confirm_by, now()) <= now()', null),
    ('addressChange', private.newsletter_address_change_period(), 'private.newsletter_address_changes', 't.requested_at <= now() - $1', null),
    ('newsletterRequest', private.newsletter_request_period(), 'private.newsletter_requests', 't.last_asked_at <= now() - $1', null);
$$;

comment on function private.newsletter_retention is
  'Returns how long the newsletter keeps addresses that are unconfirmed or have left, and the data that belongs to them.';


-- newsletter/return_to_newsletter.sql

create function public.return_to_newsletter(
  p_token_digest text,
  p_address_key text,
  p_consent_version text,
  p_page text
) returns public.return_to_newsletter_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  subscriber public.newsletter_subscribers;
begin
  select s.* into subscriber
    from private.newsletter_links l
    join public.newsletter_subscribers s on s.id = l.subscriber_id
    where l.token_digest = p_token_digest
    for update of s;
  if not found then
    return 'nowhere';
  end if;
  if private.is_refused_by_newsletter(p_address_key) then
    return 'refused';
  end if;
  if subscriber.left_at > now() - interval '24 hours' and subscriber.confirmed_at is not null then
    update public.newsletter_subscribers s set left_at = null, confirm_by = null where s.id = subscriber.id;
  elsif subscriber.left_at is not null then
    update public.newsletter_subscribers s
      set left_at = null, confirm_by = null, confirmed_at = now(), requested_at = now(), consent_version = p_consent_version, consent_page = p_page
      where s.id = subscriber.id;
  end if;
  delete from private.mail_suppressions s where s.address_key = p_address_key and s.stream = 'newsletter' and s.reason = 'erased';
  return 'back';
end;
$$;

grant execute on function public.return_to_newsletter to service_role;

comment on function public.return_to_newsletter is
  'Restores the subscription of a person who has left: within 24 hours as it was, later with a new consent, which pressing the button gives. Returns back, refused (the newsletter is permanently suppressed for the address) or nowhere.';


-- pictures/delete_picture.sql

create function public.delete_picture(p_id uuid, p_version timestamptz) returns public.delete_picture_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  picture public.pictures;
begin
  perform private.require_admin();
  select * into picture from public.pictures p where p.id = p_id for update;
  if not found then
    return 'not-found';
  elsif picture.updated_at is distinct from p_version then
    return 'changed';
  elsif private.picture_uses(picture.path) <> '[]' then
    return 'used';
  end if;
  delete from public.pictures p where p.id = p_id;
  return 'deleted';
end;
$$;

-- for admins: writes the deletion of a picture that is not used
grant execute on function public.delete_picture to authenticated;

comment on function public.delete_picture is
  'Removes a picture that is not used anywhere from the library; the caller must delete its files. p_version is the updated_at that the admin saw. Returns deleted, used, changed or not-found.';


-- pictures/focus_of_picture.sql

create function private.focus_of_picture(p_path text) returns text
language sql
stable
return (select p.focus from public.pictures p where p.path = p_path);

comment on function private.focus_of_picture is
  'Returns the ninth of the picture that remains visible when it is cropped; null if the picture is not in the library.';


-- places/copy_place.sql

create function private.copy_place() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  chosen public.places;
begin
  if new.place_id is null then
    new.place_details := null;
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if new.place_id = old.place_id
      and private.ahead_until(old) <= now()
      and (new.status = 'cancelled' or new.status = 'scheduled' and new.starts_at <= now())
    then
      new.place := old.place;
      new.place_details := old.place_details;
      return new;
    end if;
  end if;
  select p.* into chosen from public.places p where p.id = new.place_id;
  -- Without a row, the foreign key refuses the event.
  new.place := coalesce(chosen.in_words, new.place, '?');
  new.place_details := private.place_details(chosen);
  return new;
end;
$$;

comment on function private.copy_place is
  'Trigger: copies the words of the chosen place to an event; one that is over or canceled keeps those it had.';


-- places/place_details.sql

create function private.place_details(p_place public.places) returns jsonb
language sql
stable
return jsonb_strip_nulls(jsonb_build_object(
  'key', p_place.key,
  'name', p_place.name,
  'street', p_place.street,
  'city', p_place.city,
  'island', p_place.island,
  'way_in', p_place.way_in,
  'bus', p_place.bus,
  'parking', p_place.parking,
  'steps', p_place.steps,
  'seating', p_place.seating,
  'quiet_space', p_place.quiet_space,
  'restrooms', p_place.restrooms,
  'latitude', p_place.latitude,
  'longitude', p_place.longitude
));

comment on function private.place_details is
  'Returns what an event keeps of its place besides its words; what is not known is left out.';


-- places/place_of_words.sql

create function private.place_of_words(p_words text) returns uuid
language sql
stable
return (select p.id from public.places p where p.in_words = p_words);

comment on function private.place_of_words is
  'Returns the place that these words name in full, as our own files write them; null if there is none.';


-- places/place_page.sql

create function public.place_page(p_key text) returns json
language sql
stable
return json_build_object(
  'place', (
    select json_strip_nulls(json_build_object(
      'key', p.key,
      'name', p.name,
      'street', p.street,
      'city', p.city,
      'island', p.island,
      'way_in', p.way_in,
      'bus', p.bus,
      'parking', p.parking,
      'steps', p.steps,
      'seating', p.seating,
      'quiet_space', p.quiet_space,
      'restrooms', p.restrooms,
      'latitude', p.latitude,
      'longitude', p.longitude,
      'picture', case
        when p.picture_path is not null then json_build_object(
          'path', p.picture_path, 'alt', p.picture_alt, 'width', p.picture_width, 'height', p.picture_height
        )
      end
    ))
    from public.places p
    where p.key = p_key
  ),
  'events', public.read_events(p_place => p_key)
);

grant execute on function public.place_page to anon;

comment on function public.place_page is
  'Returns {place, events}: a place that the caller may read, or null, and the events there as read_events does.';


-- programme/ask_for_corrections.sql

create function public.ask_for_corrections(p_speaker uuid, p_email text) returns public.ask_for_corrections_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  contact private.speaker_contacts;
begin
  perform private.require_admin();
  perform from public.speakers s where s.id = p_speaker for key share;
  if not found then
    return 'not-found';
  end if;
  -- If the address changes, the link sent to the previous one becomes invalid.
  insert into private.speaker_contacts as c (speaker_id, email) values (p_speaker, p_email)
    on conflict (speaker_id) do update
    set email = excluded.email, link_digest = null, asked_at = null
    where lower(c.email) is distinct from lower(excluded.email);
  select c.* into contact from private.speaker_contacts c where c.speaker_id = p_speaker for no key update;
  if not private.may_correct(p_speaker) then
    return 'over';
  end if;
  if contact.asked_at > now() - interval '1 hour' then
    return 'asked-before';
  end if;
  if not private.enqueue_mail('speaker-corrections', p_speaker, null, '{by-hand}', jsonb_build_object('account', auth.uid())) then
    return 'not-now';
  end if;
  update private.speaker_contacts c set asked_at = now() where c.speaker_id = p_speaker;
  return 'asked';
end;
$$;

-- for admins: writes the address of a speaker; sends an email to it, 200 a day for each admin
grant execute on function public.ask_for_corrections to authenticated;

comment on function public.ask_for_corrections is
  'For admins: stores the address of a speaker and enqueues an email with their link, once an hour, within the budget of the caller''s account. Returns asked; asked-before (within the last hour); not-now (an email is on its way or the budget is used up); over (the event is over); or not-found.';


-- programme/changes_of.sql

create function private.changes_of(p_event uuid)
returns table (number integer, what text, title text, changed_at timestamptz, starts_at timestamptz, ends_at timestamptz, room_id integer)
language sql
stable
as $$
  select d.number, d.what, d.title, d.changed_at, d.starts_at, d.ends_at, d.room_id
    from (
      select c.*,
        case
          when t.number is null then case when not c.is_new then 'removed' end
          when c.status <> t.status then case t.status when 'cancelled' then 'canceled' else 'on-again' end
          when c.is_new then case t.status when 'scheduled' then 'new' end
          when (c.starts_at, c.ends_at, c.room_id) is distinct from (t.starts_at, t.ends_at, t.room_id) and t.status = 'scheduled' then 'moved'
        end as what
      from private.talk_changes c
      join public.programmes p on p.id = c.event_id
      left join public.talks t on t.number = c.number
      where c.event_id = p_event and c.changed_at > p.published_at and coalesce(t.is_announced, true)
    ) d
    where d.what is not null;
$$;

comment on function private.changes_of is
  'Returns how announced talks differ from their state when the program was published: new, moved, canceled, on-again or removed, with the previous title, time and room.';


-- programme/is_speaking.sql

create function private.is_speaking(p_speaker uuid) returns boolean
language sql
stable
return exists (
  select from public.talk_speakers s join public.talks t on t.id = s.talk_id where s.speaker_id = p_speaker and t.is_announced
);

comment on function private.is_speaking is
  'Whether a speaker speaks in an announced talk.';


-- programme/note_talk_change.sql

create function private.note_talk_change() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT' or (tg_op = 'UPDATE' and not old.is_announced);
  before constant public.talks := case when is_new then new else old end;
  published_since timestamptz;
begin
  -- When an event is deleted, its talks are deleted with it, and the event no longer exists here.
  select p.published_at into published_since
    from public.programmes p
    join public.events e on e.id = p.id
    where p.id = before.event_id and e.is_published;
  if published_since is null then
    return null;
  end if;
  insert into private.talk_changes as c (number, event_id, is_new, title, starts_at, ends_at, room_id, status)
    values (before.number, before.event_id, is_new, before.title, before.starts_at, before.ends_at, before.room_id, before.status)
    on conflict (number) do update
      set (is_new, title, starts_at, ends_at, room_id, status) = (
          select excluded.is_new, excluded.title, excluded.starts_at, excluded.ends_at, excluded.room_id, excluded.status
          where c.changed_at <= published_since
          union all
          select c.is_new, c.title, c.starts_at, c.ends_at, c.room_id, c.status
          where c.changed_at > published_since
        ),
        changed_at = excluded.changed_at;
  if not is_new and (before.ends_at > now() or before.ends_at is null or (tg_op = 'UPDATE' and new.ends_at > now()))
    and not (before.status = 'cancelled' and (tg_op = 'DELETE' or new.status = 'cancelled'))
  then
    perform private.enqueue_agenda_mails(before.event_id, before.number);
  end if;
  return null;
end;
$$;

comment on function private.note_talk_change is
  'Trigger: keeps the state that an announced talk of a published program had at publication, and when it last changed. Notifies people who have it in their agenda, unless it is over or was already canceled.';


-- programme/save_talk.sql

create function public.save_talk(p_event uuid, p_id uuid, p_talk jsonb, p_speakers uuid[], p_version timestamptz default null) returns public.save_talk_outcome
language plpgsql
as $$
declare
  typed public.talks := jsonb_populate_record(null::public.talks, p_talk);
  version timestamptz;
begin
  if not public.is_admin() then
    raise exception 'only admins save talks' using errcode = 'insufficient_privilege';
  end if;
  -- Two transactions that put talks into one room at once would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('programme ' || p_event, 0));
  select t.updated_at into version from public.talks t where t.id = p_id and t.event_id = p_event for update;
  if found and p_version is null then
    -- The form of a new talk was submitted twice.
    return 'saved';
  end if;
  if not found and p_version is not null then
    return 'not-found';
  end if;
  if version is distinct from p_version then
    return 'changed';
  end if;
  if p_version is null then
    insert into public.talks (
      id, event_id, title, kind, abstract, language, level, starts_at, ends_at, room_id, slides_url, recording_url, status, is_announced, workshop_id
    )
      values (
        p_id, p_event, typed.title, typed.kind, typed.abstract, typed.language, typed.level, typed.starts_at, typed.ends_at, typed.room_id,
        typed.slides_url, typed.recording_url, typed.status, typed.is_announced, typed.workshop_id
      );
  else
    update public.talks t
      set title = typed.title, kind = typed.kind, abstract = typed.abstract, language = typed.language, level = typed.level,
        starts_at = typed.starts_at, ends_at = typed.ends_at, room_id = typed.room_id, slides_url = typed.slides_url,
        recording_url = typed.recording_url, status = typed.status, is_announced = typed.is_announced, workshop_id = typed.workshop_id
      where t.id = p_id;
  end if;
  delete from public.talk_speakers s where s.talk_id = p_id;
  insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
    select p_id, speaker.id, p_event, min(speaker.position)
    from unnest(p_speakers) with ordinality speaker (id, position)
    group by speaker.id;
  return 'saved';
exception
  when exclusion_violation then
    return 'room-taken';
  when foreign_key_violation then
    return 'not-found';
end;
$$;

-- for admins: writes a talk and its speakers
grant execute on function public.save_talk to authenticated;

comment on function public.save_talk is
  'For admins: adds a talk to an event, or changes one that is still as it was at p_version (updated_at), with its speakers in order. Returns saved; changed; room-taken (nothing is saved) if another talk is in the room at that time; not-found if the talk, event, room, workshop or a speaker does not exist.';


-- programme/send_correction.sql

create function public.send_correction(p_token_digest text, p_words jsonb) returns public.send_correction_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  contact private.speaker_contacts;
  words jsonb;
  differing jsonb;
  talks jsonb;
begin
  select c.* into contact
    from private.speaker_contacts c
    where c.link_digest = p_token_digest and private.may_correct(c.speaker_id)
    for no key update;
  if not found then
    return 'not-found';
  end if;
  words := private.speaker_words(contact.speaker_id);
  select coalesce(jsonb_object_agg(typed.key, typed.value), '{}') into differing
    from jsonb_each(p_words) typed
    where typed.key in ('name', 'organization', 'biography', 'link_url') and typed.value is distinct from words -> typed.key;
  select jsonb_agg(jsonb_build_object('id', own.talk ->> 'id') || changed.texts order by own.place) into talks
    from jsonb_array_elements(words -> 'talks') with ordinality own (talk, place)
    join jsonb_array_elements(p_words -> 'talks') typed (talk) on typed.talk ->> 'id' = own.talk ->> 'id'
    cross join lateral (
      select jsonb_object_agg(each.key, each.value) as texts
      from jsonb_each(typed.talk) each
      where each.key in ('title', 'abstract') and each.value is distinct from own.talk -> each.key
    ) changed
    where changed.texts is not null;
  if talks is not null then
    differing := differing || jsonb_build_object('talks', talks);
  end if;
  if differing = '{}' then
    -- A speaker who withdraws the waiting correction leaves nothing for an admin to review.
    update private.speaker_contacts c
      set correction = null, sent_at = null
      where c.speaker_id = contact.speaker_id and c.correction is not null;
    return 'same';
  end if;
  update private.speaker_contacts c
    set correction = differing, sent_at = case when c.correction = differing then c.sent_at else clock_timestamp() end,
      settled_at = null, is_taken = null
    where c.speaker_id = contact.speaker_id;
  return 'waiting';
end;
$$;

grant execute on function public.send_correction to service_role;

comment on function public.send_correction is
  'Stores what a speaker has sent by their link, from {name, organization, biography, link_url, talks: [{id, title, abstract}]}: only their own texts, and only what differs, until an admin accepts or rejects it. Replaces a waiting correction. Returns waiting; same, if nothing differs (then nothing is waiting); or not-found.';


-- programme/settle_correction.sql

create function public.settle_correction(p_speaker uuid, p_version text, p_takes boolean) returns public.settle_correction_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  correction jsonb;
  speaker public.speakers;
  event uuid;
begin
  perform private.require_admin();
  select s.event_id into event from public.speakers s where s.id = p_speaker;
  perform pg_advisory_xact_lock(hashtextextended('programme ' || event, 0));
  select s.* into speaker from public.speakers s where s.id = p_speaker for no key update;
  select c.correction into correction from private.speaker_contacts c where c.speaker_id = p_speaker for no key update;
  if private.correction_version(p_speaker) is distinct from p_version or correction is null then
    return 'changed';
  end if;
  if p_takes then
    speaker := jsonb_populate_record(speaker, correction - 'talks');
    update public.speakers s
      set name = speaker.name, organization = speaker.organization, biography = speaker.biography, link_url = speaker.link_url
      where s.id = p_speaker and correction - 'talks' <> '{}';
    update public.talks t
      set title = coalesce(typed ->> 'title', t.title), abstract = coalesce(typed ->> 'abstract', t.abstract)
      from jsonb_array_elements(correction -> 'talks') typed
      where t.id = (typed ->> 'id')::uuid and t.event_id = event;
  end if;
  update private.speaker_contacts c
    set correction = null, settled_at = now(), is_taken = p_takes
    where c.speaker_id = p_speaker;
  return 'settled';
end;
$$;

-- for admins: writes a speaker's corrections
grant execute on function public.settle_correction to authenticated;

comment on function public.settle_correction is
  'For admins: applies the waiting correction of a speaker to the texts, or rejects it. Returns settled; or changed, doing nothing, if the correction or the texts no longer match p_version (correction_version).';


-- programme/speaker_words.sql

create function private.speaker_words(p_speaker uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'name', s.name, 'organization', s.organization, 'biography', s.biography, 'link_url', s.link_url,
    'talks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'title', t.title, 'abstract', t.abstract) order by t.starts_at nulls last, t.number), '[]')
      from public.talk_speakers h
      join public.talks t on t.id = h.talk_id
      where h.speaker_id = s.id
    )
  )
  from public.speakers s
  where s.id = p_speaker
);

comment on function private.speaker_words is
  'Returns the current texts that a speaker may correct: {name, organization, biography, link_url, talks: [{id, number, title, abstract}]}.';


-- programme/store_agenda.sql

create function public.store_agenda(p_token_digest text, p_talks integer[]) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.reservations;
  chosen integer[];
begin
  select r.* into own
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of r;
  if own.id is null or private.own_agenda(own.id) is null then
    return false;
  end if;
  chosen := array(
    select t.number from public.talks t where t.event_id = own.event_id and t.number = any (p_talks) order by t.number limit 60
  );
  if cardinality(chosen) = 0 then
    delete from private.agendas a where a.entry_id = own.id;
  else
    insert into private.agendas (entry_id, talks) values (own.id, chosen)
      on conflict (entry_id) do update set talks = excluded.talks, stored_at = excluded.stored_at;
  end if;
  return true;
end;
$$;

grant execute on function public.store_agenda to service_role;

comment on function public.store_agenda is
  'Stores which talks of the event the holder of a confirmed spot wants to see, at most 60, or deletes the agenda if there are none. Returns false for a link that leads to no such spot, or if no program is published.';


-- proposals/decide_proposal.sql

create function public.decide_proposal(p_id uuid, p_accepts boolean, p_mails boolean, p_version timestamptz) returns public.decide_proposal_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal private.talk_proposals;
  speaker uuid;
begin
  perform private.require_admin();
  select p.* into proposal
    from private.talk_proposals p
    where p.id = p_id and p.updated_at = p_version and p.confirmed_at is not null and p.decided_at is null
    for update;
  if not found then
    return 'changed';
  end if;
  update private.talk_proposals p
    set state = case when p_accepts then 'accepted' else 'declined' end, decided_at = now()
    where p.id = p_id;
  if p_accepts then
    perform pg_advisory_xact_lock(hashtextextended('programme ' || proposal.event_id, 0));
    select s.id into speaker
      from private.speaker_contacts c
      join public.speakers s on s.id = c.speaker_id
      where s.event_id = proposal.event_id and lower(c.email) = lower(proposal.email)
      order by s.number
      limit 1;
    if speaker is null then
      insert into public.speakers (event_id, name) values (proposal.event_id, proposal.name) returning id into speaker;
      insert into private.speaker_contacts (speaker_id, email) values (speaker, proposal.email);
    end if;
    insert into public.talks (id, event_id, title, kind, abstract, is_announced)
      values (proposal.id, proposal.event_id, proposal.title, proposal.kind, proposal.abstract, false);
    insert into public.talk_speakers (talk_id, speaker_id, event_id, position) values (proposal.id, speaker, proposal.event_id, 1);
  end if;
  if p_mails and private.enqueue_mail('proposal-answer', p_id, null, '{by-hand}', jsonb_build_object('account', auth.uid())) then
    return 'decided';
  end if;
  return 'decided-untold';
end;
$$;

-- for admins: writes a talk and a speaker of a proposal; sends its answer, 200 a day for each admin
grant execute on function public.decide_proposal to authenticated;

comment on function public.decide_proposal is
  'For admins: declines a proposal, or accepts it, which makes it a talk to be announced and its sender a speaker, if they are not one already. With p_mails, enqueues the answer, within the budget of the caller''s account. Returns decided; decided-untold if no email is queued; or changed if it is already decided or not as it was at p_version.';


-- proposals/propose_talk.sql

create function public.propose_talk(
  p_key text,
  p_title text,
  p_kind text,
  p_abstract text,
  p_name text,
  p_email text,
  p_address_key text,
  p_sender jsonb default null
) returns public.propose_talk_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 1000 + octet_length(concat(p_title, p_abstract, p_name, p_email));
  proposal private.talk_proposals;
begin
  select e.id into event from public.events e where e.address = p_key and private.call_is_open(e.id) for key share;
  if not found then
    return 'closed';
  end if;
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  -- A proposal that is there stays as it was, so that nobody else changes what its sender is asked to confirm.
  insert into private.talk_proposals (event_id, title, kind, abstract, name, email, confirm_by)
    values (event, p_title, p_kind, p_abstract, p_name, p_email, now() + private.unconfirmed_period())
    on conflict (event_id, lower(email), title) do nothing;
  select p.* into proposal
    from private.talk_proposals p
    where p.event_id = event and lower(p.email) = lower(p_email) and p.title = p_title;
  if proposal.confirmed_at is null then
    perform private.note_stored('proposal', proposal.id, keys, bytes, true);
  end if;
  perform private.enqueue_mail(
    'proposal-confirm', proposal.id, p_address_key, '{proposal}', keys,
    case when proposal.confirmed_at is null then 'strangers' else 'known' end
  );
  return 'asked';
end;
$$;

grant execute on function public.propose_talk to service_role;

comment on function public.propose_talk is
  'Stores a talk that someone proposes for an event whose call is open, once per title and address, and enqueues the email that asks to confirm the address within 30 days; for a confirmed one it leads to its page. Returns asked, whoever asks and even if no email may be sent; full (reserve_bytes) or closed, and then nothing is stored.';


-- proposals/save_call.sql

create function public.save_call(p_event uuid, p_call jsonb, p_version timestamptz default null) returns public.save_call_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  typed private.talk_calls := jsonb_populate_record(null::private.talk_calls, p_call);
begin
  perform private.require_admin();
  if p_version is null then
    insert into private.talk_calls (event_id, deadline, about, accepted_text, declined_text)
      select e.id, typed.deadline, typed.about, typed.accepted_text, typed.declined_text from public.events e where e.id = p_event
      on conflict do nothing;
  else
    update private.talk_calls c
      set deadline = typed.deadline, about = typed.about, accepted_text = typed.accepted_text, declined_text = typed.declined_text
      where c.event_id = p_event and c.updated_at = p_version;
  end if;
  return case when found then 'saved' else 'changed' end::public.save_call_outcome;
end;
$$;

-- for admins: writes until when an event accepts proposals, and the texts of the call
grant execute on function public.save_call to authenticated;

comment on function public.save_call is
  'For admins: creates the call for talks of an event, or changes one that is still as it was at p_version. Returns saved or changed.';


-- questions/answers_of.sql

create function private.answers_of(p_entry uuid) returns jsonb
language sql
stable
return (
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', q.id, 'question', q.text, 'kind', q.kind, 'options', q.options, 'keep', q.keep, 'value', a.value
      )
      order by q.position
    ),
    '[]'
  )
  from public.entry_answers a
  join public.event_questions q on q.id = a.question_id
  where a.entry_id = p_entry
);

comment on function private.answers_of is
  'Returns what a person answered, for their own page and their personal data: [{id, question, kind, options, keep, value}].';


-- questions/change_question.sql

create function public.change_question(p_id uuid, p_act text) returns public.change_question_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  question public.event_questions;
  neighbor public.event_questions;
begin
  perform private.require_admin();
  -- Nobody signs up between a look at the answers and the change.
  perform from public.events e
    join public.event_questions q on q.event_id = e.id
    where q.id = p_id
    for no key update of e;
  select q.* into question from public.event_questions q where q.id = p_id;
  if not found then
    return 'not-found';
  end if;
  case p_act
    when 'close' then
      update public.event_questions q set closed_at = now() where q.id = p_id and q.closed_at is null;
    when 'open' then
      if (select count(*) >= 10 from public.event_questions q
          where q.event_id = question.event_id and q.closed_at is null and q.id <> p_id) then
        return 'too-many';
      end if;
      update public.event_questions q set closed_at = null where q.id = p_id;
    when 'delete' then
      if exists (select from public.entry_answers a where a.question_id = p_id) then
        return 'answered';
      end if;
      delete from public.event_questions q where q.id = p_id;
    when 'up', 'down' then
      select q.* into neighbor
        from public.event_questions q
        where q.event_id = question.event_id
          and q.closed_at is null
          and case when p_act = 'up' then q.position < question.position else q.position > question.position end
        order by abs(q.position - question.position)
        limit 1;
      if found then
        update public.event_questions q
          set position = case when q.id = p_id then neighbor.position else question.position end
          where q.id in (p_id, neighbor.id);
      end if;
  end case;
  return 'done';
end;
$$;

-- for admins: writes a question of an event, or deletes one without answers
grant execute on function public.change_question to authenticated;

comment on function public.change_question is
  'For admins: closes or opens a question, moves it up or down among those that are open, or deletes it (p_act). A question with answers is not deleted (answered); ten may be open (too-many).';


-- questions/copy_questions.sql

create function private.copy_questions(p_from uuid, p_to uuid) returns void
language sql
as $$
  insert into public.event_questions (event_id, position, kind, text, hint, options, is_required, asked_of, keep, ready,
      for_door)
    select p_to, q.position, q.kind, q.text, q.hint, q.options, q.is_required, q.asked_of, q.keep, q.ready, q.for_door
    from public.event_questions q
    where q.event_id = p_from and q.closed_at is null;
$$;

comment on function private.copy_questions is
  'Gives an event the open questions of another one, never their answers.';


-- questions/is_answer.sql

create function private.is_answer(p_question public.event_questions, p_value text[], p_kept text[] default '{}')
  returns boolean
language sql
immutable
return coalesce(
  case p_question.kind
    when 'several' then cardinality(p_value) between 1 and 12 and p_value <@ (p_question.options || p_kept)
    else cardinality(p_value) = 1 and case p_question.kind
      when 'short' then
        btrim(p_value[1]) <> '' and public.visible_length(p_value[1]) <= 200
        and p_value[1] !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]'
      when 'long' then btrim(p_value[1]) <> '' and public.visible_length(p_value[1]) <= 1000
      when 'one' then p_value[1] = any (p_question.options || p_kept)
      when 'yes-no' then p_value[1] in ('yes', 'no')
      when 'number' then p_value[1] ~ '^[0-9]{1,6}$'
    end
  end,
  false
);

comment on function private.is_answer is
  'Returns whether a value answers a question, by its kind; the form and its schema say the same. Options that the person chose when they were still offered (p_kept) may be kept.';


-- questions/save_question.sql

create function public.save_question(
  p_event uuid,
  p_id uuid,
  p_fields jsonb,
  p_version timestamptz default null,
  p_agreed integer default 0
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.event_questions;
  after public.event_questions;
  given integer;
  touched integer;
  outcome public.save_question_outcome := 'saved';
begin
  perform private.require_admin();
  -- Nobody signs up between the count of answers and the change.
  perform from public.events e where e.id = p_event for no key update;
  if not found then
    return jsonb_build_object('outcome', 'not-found'::public.save_question_outcome);
  end if;
  select q.* into before from public.event_questions q where q.id = p_id and q.event_id = p_event;
  if before.id is null and p_version is null then
    if (select count(*) >= 10 from public.event_questions q where q.event_id = p_event and q.closed_at is null) then
      outcome := 'too-many';
    else
      after := jsonb_populate_record(null::public.event_questions, p_fields);
      insert into public.event_questions
        (id, event_id, position, kind, text, hint, options, is_required, asked_of, keep, ready, for_door)
        select p_id, p_event, coalesce(max(q.position), 0) + 1, after.kind, after.text, after.hint,
          coalesce(after.options, '{}'), after.is_required, after.asked_of, after.keep, after.ready,
          coalesce(after.for_door, false)
        from public.event_questions q
        where q.event_id = p_event;
    end if;
    return jsonb_build_object('outcome', outcome);
  end if;
  if before.updated_at is distinct from p_version then
    return jsonb_build_object('outcome', case
      when before.id is null then 'not-found'
      -- The form of a new question was sent twice.
      when p_version is null then 'saved'
      else 'changed'
    end::public.save_question_outcome);
  end if;
  after := jsonb_populate_record(before, p_fields);
  select count(*), count(*) filter (where after.keep <> before.keep or exists (
      select from jsonb_array_elements_text(a.value) chosen
      where chosen = any (before.options) and chosen <> all (after.options)
    ))
    into given, touched
    from public.entry_answers a
    where a.question_id = p_id;
  if given > 0 and (after.kind <> before.kind or after.keep = 'entry' and before.keep = 'evening'
      or after.for_door and not before.for_door) then
    return jsonb_build_object('outcome', 'answered'::public.save_question_outcome, 'answers', given);
  end if;
  if touched <> p_agreed then
    return jsonb_build_object('outcome', 'asks'::public.save_question_outcome, 'answers', touched);
  end if;
  update public.event_questions q
    set kind = after.kind, text = after.text, hint = after.hint, options = after.options,
      is_required = after.is_required, asked_of = after.asked_of, keep = after.keep, for_door = after.for_door
    where q.id = p_id;
  return jsonb_build_object('outcome', outcome);
end;
$$;

-- for admins: writes a question of an event
grant execute on function public.save_question to authenticated;

comment on function public.save_question is
  'For admins: adds a question to an event (p_version is null; ten may be open), or changes one that is still as it was at p_version. A change that touches given answers is made only if p_agreed is their number; kind, a longer keeping and the door are fixed once there are answers. Returns {outcome, answers?}.';


-- retention/retention.sql

create function private.retention() returns table (kind text, period interval, relation text, expired text, change text)
language sql
immutable
as $$
  select * from private.likes_retention()
  union all select * from private.waitlist_retention()
  union all select * from private.questions_retention()
  union all select * from private.bulk_actions_retention()
  union all select * from private.door_retention()
  union all select * from private.series_retention()
  union all select * from private.programme_retention()
  union all select * from private.proposals_retention()
  union all select * from private.newsletter_retention()
  union all select * from private.contact_retention()
  union all select * from private.suggestions_retention()
  union all select * from private.imports_retention()
  union all select * from private.accounts_retention()
  union all select * from private.channel_posts_retention()
  union all select * from private.outbox_retention()
  union all select * from private.mail_retention()
  union all select * from private.budgets_retention()
  union all select * from private.log_retention();
$$;

comment on function private.retention is
  'Returns how long each kind of data is kept, collected from all features: expired is the condition on a row t of the relation whose period ($1) is over; such a row is deleted, or updated as change says.';


-- samples/has_signed_up.sql

create function private.has_signed_up(entry public.waitlist_entries) returns boolean
language sql
stable
return not entry.suspected_spam and not exists (select from private.samples s where s.entry_id = entry.id);

comment on function private.has_signed_up is
  'Whether an entry is of a person who exists: neither suspected spam nor a sample.';


-- search/fold_words.sql

create function private.fold_words(value text) returns text
language sql
immutable
strict
parallel safe
return regexp_replace(
  btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          public.fold(value),
          '[\u0300-\u036F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE0E\uFE0F\uFEFF]+', '', 'g'
        ),
        '([\u3004-\u3007\u3020-\u30FA\u30FC-\u31FF\u3400-\u9FFF\U00020000-\U0003FFFF]+)', ' \1 ', 'g'
      ),
      '[\u0001-\u002F\u003A-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u2000-\u206F'
        '\u2190-\u21FF\u2500-\u257F\u2E00-\u2E7F\u3000-\u3003\u3008-\u301F\u30FB\uFF01-\uFF0F\uFF1A-\uFF20\uFF5B-\uFF65]+',
      ' ', 'g'
    )
  ),
  '(^| )(e(?= mail)|wi(?= fi)|(?:erc|eip|bip)(?= [0-9])|(?:node|next|vue|ethers|web3)(?= js)) ', '\1\2', 'g'
);

comment on function private.fold_words is
  'Returns the words of a text in the form that search compares, separated by single spaces: folded, without accents and format characters, and Wi-Fi, e-mail, ERC-20 and Node.js as one word each; anything other than letters, digits and symbols ends a word, and a run of Japanese or Chinese is one. The characters are listed explicitly, so that the result is the same on every database.';


-- search/search_lexemes.sql

create function private.search_lexemes(title text, summary text, sentences text) returns tsvector
language sql
immutable
strict
parallel safe
return (
  with words as (
    select word, true as in_title, true as in_front from private.pieces_of(private.fold_words(title)) as word
    union all
    select word, false, true from private.pieces_of(private.fold_words(summary)) as word
    union all
    select word, false, false from private.pieces_of(private.fold_words(sentences)) as word
  ),
  endings as (
    select substr(w.word, place) as ending, w.in_title
    from words w, generate_series(2, char_length(w.word)) as place
    where w.in_front and octet_length(substr(w.word, place)) > 2
  )
  select array_to_tsvector(
    array(
      select w.word from words w
      union
      select '=' || w.word from words w where w.in_title
      union
      select '~' || e.ending from endings e
      union
      select '=~' || e.ending from endings e where e.in_title
    )
  )
);

comment on function private.search_lexemes is
  'Returns the lexemes of the search index: each word (pieces_of), matched by prefix; with =, each word of the title; with ~, all endings of the words of title and summary, whose prefixes match any part of a word; with =~, the endings of title words. The words themselves never contain these signs.';


-- series/make_editions.sql

create function public.make_editions() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  series public.series;
  due record;
  made integer := 0;
  violated text;
begin
  -- Does not wait for another Worker that is processing a series.
  for series in select s.* from public.series s order by s.id for no key update skip locked loop
    insert into private.occurrences (series_id, day, event_id)
      select series.id, p.day, p.event_id
      from private.plan_of_series(series, series.editions_ahead) p
      where p.state = 'made'
      on conflict do nothing;
    for due in select p.* from private.plan_of_series(series, series.editions_ahead) p where p.state = 'due' loop
      begin
        insert into private.occurrences (series_id, day, event_id)
          select series.id, due.day, private.add_edition(t, series.id, due.key, due.starts_at, due.ends_at, series.publishes)
          from private.template_of(series.id) t;
        -- Editions made from a sample are samples, too.
        insert into private.samples (event_id)
          select o.event_id
          from private.occurrences o
          where o.series_id = series.id and o.day = due.day and private.is_sample_event(series.template_id);
        made := made + 1;
      exception
        when unique_violation then
          -- An admin has taken the key at the same moment; the plan will show it.
          get stacked diagnostics violated = constraint_name;
          if violated <> 'events_key_key' then
            raise;
          end if;
      end;
    end loop;
    begin
      perform private.move_to_next_edition(series.id, 'public');
      perform private.move_to_next_edition(series.id, 'link');
    exception
      when unique_violation then
        -- One of the people has joined that waitlist at the same moment; the next run takes care of it.
        null;
    end;
    perform private.announce_editions(series.id);
  end loop;
  return made;
end;
$$;

grant execute on function public.make_editions to service_role;

comment on function public.make_editions is
  'Creates the due editions of each series according to plan_of_series, moves people who wait for the next edition to it, and notifies subscribers of new ones; called by cron once a minute. Returns the number of editions made.';


-- series/series_personal_data.sql

create function private.series_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'series', coalesce(
      jsonb_agg(to_jsonb(s) - array['id', 'series_id'] || jsonb_build_object('series', g.name) order by s.requested_at, s.id),
      '[]'
    )
  )
  from private.series_subscriptions s
  join public.series g on g.id = s.series_id
  where lower(s.email) = p_address;
$$;

comment on function private.series_personal_data is
  'Returns the series subscriptions of the owner of an address.';


-- series/series_subscription.sql

create function public.series_subscription(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case when s.confirmed_at is null then 'waiting' else 'subscribed' end,
      'email', s.email, 'requested_at', s.requested_at, 'consent_version', s.consent_version, 'confirm_by', s.confirm_by,
      'confirmed_at', s.confirmed_at, 'came_by', s.came_by, 'series', jsonb_build_object('key', g.key, 'name', g.name)
    )
    from private.series_links l
    join private.series_subscriptions s on s.id = l.subscription_id
    join public.series g on g.id = s.series_id
    where l.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.series_subscription to service_role;

comment on function public.series_subscription is
  'Returns what the page of a subscription shows to the holder of its link, with the state waiting or subscribed; the state nowhere for a link that leads nowhere.';


-- series/subscribe_to_series.sql

create function public.subscribe_to_series(
  p_series text,
  p_email text,
  p_consent_version text,
  p_address_key text,
  p_sender jsonb default null,
  p_from text default null
) returns public.subscribe_to_series_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  series uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 1000;
  subscription private.series_subscriptions;
begin
  select s.id into series
    from public.series s
    where s.key = p_series and exists (select from public.events e where e.series_id = s.id and e.is_listed)
    for key share;
  if not found then
    return 'not-found';
  end if;
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  -- A confirmed subscription stays as it was.
  insert into private.series_subscriptions as s (series_id, email, consent_version, confirm_by, came_by)
    values (
      series, p_email, p_consent_version, now() + private.unconfirmed_period(),
      (select l.slug from public.named_links l where l.series_id = series and l.slug = p_from)
    )
    on conflict (series_id, lower(email)) do update
    set consent_version = excluded.consent_version, requested_at = excluded.requested_at,
      confirm_by = excluded.confirm_by, came_by = excluded.came_by
    where s.confirmed_at is null;
  select s.* into subscription
    from private.series_subscriptions s
    where s.series_id = series and lower(s.email) = lower(p_email);
  if subscription.confirmed_at is null then
    perform private.note_stored('series', subscription.id, keys, bytes, true);
  end if;
  perform private.enqueue_mail(
    'series-confirm', subscription.id, p_address_key, '{series}', keys,
    case when subscription.confirmed_at is null then 'strangers' else 'known' end
  );
  return 'asked';
end;
$$;

grant execute on function public.subscribe_to_series to service_role;

comment on function public.subscribe_to_series is
  'Stores an address for news about a visible series, and enqueues the email that asks to confirm it within 30 days, also to people who are confirmed, because it links to their page. A p_from that names no link of it is ignored. Returns asked, whoever asks and even if no email may be sent; full (reserve_bytes) or not-found, and then nothing is stored.';


-- suggestions/suggestions_mail_content.sql

create function private.suggestions_mail_content(p_purpose text, p_person uuid) returns jsonb
language sql
stable
return case p_purpose
  when 'suggestion-receipt' then (
    select jsonb_build_object('email', s.email, 'kind', s.kind, 'sent', s.created_at)
    from public.suggestions s
    where s.id = p_person and s.email is not null and not s.suspected_spam
  )
end;

comment on function private.suggestions_mail_content is
  'Implements mail_content for the receipt of a suggestion.';


-- suggestions/suggestions_personal_data.sql

create function private.suggestions_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'suggestions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'id' order by s.created_at, s.id), '[]')
      from public.suggestions s where lower(s.email) = p_address
    )
  );
$$;

comment on function private.suggestions_personal_data is
  'Returns suggestions of the owner of an address.';


-- text/are_co_hosts.sql

create function public.are_co_hosts(value jsonb) returns boolean
language sql
immutable
parallel safe
return case
  when jsonb_typeof(value) <> 'array' then false
  else jsonb_array_length(value) <= 6 and not exists (
    select from jsonb_array_elements(value) as one (host)
    where case
      when jsonb_typeof(host) <> 'object' then false
      else
        host - array['name', 'url'] = '{}'
        and jsonb_typeof(host -> 'name') = 'string'
        and btrim(host ->> 'name') <> '' and public.visible_length(host ->> 'name') <= 100
        and (
          not host ? 'url'
          or jsonb_typeof(host -> 'url') = 'string'
          and host ->> 'url' ~ '^https://[^[:space:]]+$' and char_length(host ->> 'url') <= 2048
          and host ->> 'url' !~ '^https://[/\\]*[^/\\?#]*@'
        )
    end is not true
  )
end;

-- for members: reads nothing: only computes
grant execute on function public.are_co_hosts to authenticated;

comment on function public.are_co_hosts is
  'Whether these are at most six valid co-hosts, [{name, url?}]: a name of 1 to 100 characters, and an https link without user info, which could disguise another site.';


-- text/are_tags.sql

create function public.are_tags(value text[]) returns boolean
language sql
immutable
parallel safe
return cardinality(value) <= 6
  and cardinality(value) = (select count(distinct public.fold(tag)) from unnest(value) as tag)
  and not exists (
    select from unnest(value) as tag
    where (tag = btrim(tag) and tag <> '' and public.visible_length(tag) <= 30 and tag !~ '[,\u0001-\u001F\u007F-\u009F\u2028\u2029]') is not true
  );

-- for members: reads nothing: only computes
grant execute on function public.are_tags to authenticated;

comment on function public.are_tags is
  'Whether these are at most six valid tags, no two of them equal when folded: 1 to 30 characters, without a comma, which separates tags.';


-- education/tables.sql

create table public.education_tabs (
  id uuid default gen_random_uuid() primary key,
  tab_key text not null unique,
  label text not null,
  is_active boolean not null default true,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint education_tabs_display_order_check check (display_order >= 0),
  constraint label_has_1_to_60_characters check (btrim(label) <> '' and public.visible_length(label) <= 60),
  constraint tab_key_is_a_slug check (tab_key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(tab_key) <= 50)
);

comment on table public.education_tabs is 'The tabs of /education. Only active ones are shown.';

alter table public.education_tabs enable row level security;


create table private.education_tab_old_keys (
  tab_key text primary key,
  tab_id uuid not null,
  constraint education_tab_old_keys_tab_id_fkey foreign key (tab_id) references public.education_tabs(id) on delete cascade
);

comment on table private.education_tab_old_keys is
  'Former keys of tabs: links with them lead to the tab, whatever its key is now. Never contains the current key of a tab.';

create index education_tab_old_keys_of_a_tab on private.education_tab_old_keys (tab_id);

alter table private.education_tab_old_keys enable row level security;


create table private.education_tab_counts (
  tab_key text primary key,
  resources integer not null,
  constraint education_tab_counts_resources_check check (resources >= 0)
);

comment on table private.education_tab_counts is
  'Number of visible resources per tab, kept by triggers, so that a page of a tab costs the same however long the tab is.';

alter table private.education_tab_counts enable row level security;


create table public.education_resources (
  id uuid default gen_random_uuid() primary key,
  tab_key text not null,
  title text not null,
  description text not null,
  url text not null,
  icon_name text not null default 'BookOpen',
  resource_type text not null default 'resource_card',
  is_published boolean not null default false,
  display_order integer not null default 0,
  search_text text generated always as (public.fold((title || ' ') || description)) stored not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  tags text[] not null default '{}',
  folded_tags text[] generated always as (public.folded_tags(tags)) stored not null,
  constraint education_resources_tab_key_fkey foreign key (tab_key) references public.education_tabs(tab_key) on update cascade on delete restrict,
  constraint description_has_1_to_1000_characters check (btrim(description) <> '' and public.visible_length(description) <= 1000),
  constraint education_resources_display_order_check check (display_order >= 0),
  constraint education_resources_icon_name_check check (icon_name in ('BookOpen', 'BookText', 'Youtube', 'Headphones', 'GraduationCap')),
  constraint education_resources_resource_type_check check (resource_type in ('resource_card', 'compact')),
  constraint tags_are_at_most_six_short_ones check (public.are_tags(tags)),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200),
  constraint url_has_no_userinfo check (url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint url_leads_to_the_web check (url ~ '^https?://[^[:space:]]+$' and char_length(url) <= 2048)
);

comment on table public.education_resources is 'What /education recommends. Visitors see published resources of active tabs.';
comment on column public.education_resources.search_text is 'Folded title and description, which education_page searches.';
comment on column public.education_resources.tags is
  'Tags by which it is found, in the order in which its card shows them.';
comment on column public.education_resources.folded_tags is 'The tags in the form that education_page compares.';
comment on column public.education_resources.deleted_at is 'When an admin deleted it; null again when the deletion is undone.';

create index education_resources_by_address on public.education_resources (public.address_key(url));
create index education_resources_in_order on public.education_resources (tab_key, display_order, title, id);
create index education_resources_shown on public.education_resources (tab_key, display_order, title, id) where is_published and deleted_at is null;

alter table public.education_resources enable row level security;


create table private.link_checks (
  resource_id uuid primary key,
  url text not null,
  state public.link_state not null default 'unknown',
  moved_to text,
  misses integer not null default 0,
  checked_at timestamptz,
  due_at timestamptz not null,
  constraint link_checks_resource_id_fkey foreign key (resource_id) references public.education_resources(id) on delete cascade,
  constraint moved_links_lead_to_the_web check ((state = 'moved') = (moved_to is not null) and moved_to ~ '^https?://[^[:space:]]+$' and char_length(moved_to) <= 2048)
);

comment on table private.link_checks is
  'The result of the last check of a resource''s link. A row whose url is not the resource''s current one belongs to a former link and is ignored.';
comment on column private.link_checks.misses is 'Number of checks in a row that found the page missing.';
comment on column private.link_checks.due_at is
  'When the link is checked next; during a check, when another Worker may claim it.';

alter table private.link_checks enable row level security;


-- events/tables.sql

create table public.events (
  id uuid default gen_random_uuid() primary key,
  key text not null unique,
  title text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  date_precision text not null default 'tba',
  time_note text,
  place text not null,
  attendee_limit integer,
  summary text not null,
  about text not null default '',
  ticket_url text,
  poster_path text,
  poster_alt text,
  poster_width integer,
  poster_height integer,
  status text not null default 'scheduled',
  is_published boolean not null default false,
  tab_order integer unique,
  tab_label text,
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (public.fold((((((title || ' ') || place) || ' ') || summary) || ' ') || key)) stored not null,
  dated_at timestamptz not null default now(),
  previous_starts_at timestamptz,
  recap text,
  recap_url text,
  over_at timestamptz generated always as (
case date_precision
    when 'month' then ((date_trunc('month', (starts_at at time zone public.site_time_zone())) + '1 mon'::interval) at time zone public.site_time_zone())
    when 'quarter' then ((date_trunc('quarter', (starts_at at time zone public.site_time_zone())) + '3 mons'::interval) at time zone public.site_time_zone())
    when 'tba' then null::timestamptz
    else coalesce(ends_at, ((date_trunc('day', (starts_at at time zone public.site_time_zone())) + '1 day'::interval) at time zone public.site_time_zone()))
end) stored,
  waitlist_closed boolean not null default false,
  to_bring text,
  co_hosts jsonb not null default '[]'::jsonb,
  series_id uuid,
  takes_reservations boolean not null default false,
  sign_up_opens_at timestamptz,
  sign_up_closes_at timestamptz,
  party_limit smallint not null default 1,
  offer_hours smallint not null default 24,
  news_at timestamptz,
  meets text not null default 'room',
  ask_days smallint,
  online_limit integer,
  for_people_of uuid,
  place_id uuid,
  place_details jsonb,
  place_note text,
  relied_on jsonb generated always as (
    public.relied_on(status, starts_at, ends_at, date_precision, place, meets)
  ) stored not null,
  answers_until date,
  admission text not null default 'open',
  visibility text not null default 'public',
  link_secret text,
  is_listed boolean generated always as (is_published and visibility = 'public') stored not null,
  address text generated always as (
    case when link_secret is null then key else key || '-' || link_secret end
  ) stored not null,
  tells_undecided boolean not null default false,
  constraint admission_is_known check (admission in ('open', 'asked', 'none')),
  constraint an_announcement_has_no_sign_up check (
    admission <> 'none' or not takes_reservations and ticket_url is null
  ),
  constraint an_event_by_link_has_a_secret check ((visibility = 'link') = (link_secret is not null)),
  constraint key_has_no_secret check (key !~ '-[a-z2-7]{32}$'),
  constraint link_secret_is_128_bits check (link_secret ~ '^[a-j2-7]{32}$'),
  constraint one_event_at_an_address unique (address),
  constraint visibility_is_known check (visibility in ('public', 'link')),
  constraint dates_have_years_of_four_digits check (starts_at >= '0001-01-01 00:00:00+00'::timestamptz and coalesce(over_at, starts_at) < '10000-01-01 00:00:00+00'::timestamptz),
  constraint ticket_url_is_secure check (ticket_url ~ '^https://'),
  constraint a_date_is_known_or_to_be_announced check ((starts_at is null) = (date_precision = 'tba')),
  constraint a_last_day_ends_at_midnight check (date_precision <> 'day' or (ends_at at time zone public.site_time_zone())::time without time zone = '00:00:00'::time without time zone),
  constraint a_poster_is_described_and_measured check (num_nonnulls(poster_path, poster_alt, poster_width, poster_height) in (0, 4)),
  constraint asked_1_to_14_days_before check (ask_days >= 1 and ask_days <= 14),
  constraint about_has_at_most_20000_characters check (public.visible_length(about) <= 20000),
  constraint an_event_ends_after_it_starts check (ends_at > starts_at),
  constraint an_offer_stands_1_to_168_hours check (offer_hours >= 1 and offer_hours <= 168),
  constraint co_hosts_are_at_most_six_with_safe_links check (public.are_co_hosts(co_hosts)),
  constraint events_for_people_of_fkey foreign key (for_people_of) references public.events(id),
  constraint guests_of_another_event_take_one_spot_each check (for_people_of is null or takes_reservations and party_limit = 1),
  constraint events_attendee_limit_check check (attendee_limit > 0),
  constraint events_date_precision_check check (date_precision in ('exact', 'day', 'month', 'quarter', 'tba')),
  constraint events_meets_check check (meets in ('room', 'online', 'both')),
  constraint events_online_limit_check check (online_limit > 0),
  constraint events_poster_height_check check (poster_height >= 1 and poster_height <= 20000),
  constraint events_poster_width_check check (poster_width >= 1 and poster_width <= 20000),
  constraint events_sequence_check check (sequence >= 0),
  constraint events_status_check check (status in ('scheduled', 'cancelled', 'postponed')),
  constraint events_tab_order_check check (tab_order > 0),
  constraint key_is_a_slug check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) <= 80),
  constraint only_an_exact_time_or_a_day_has_an_end check (ends_at is null or (date_precision in ('exact', 'day'))),
  constraint only_both_places_have_two_limits check (online_limit is null or meets = 'both'),
  constraint place_note_has_1_to_200_characters check (btrim(place_note) <> '' and public.visible_length(place_note) <= 200),
  constraint party_limit_is_1_to_10 check (party_limit >= 1 and party_limit <= 10),
  constraint place_has_1_to_200_characters check (btrim(place) <> '' and public.visible_length(place) <= 200),
  constraint spots_are_counted_and_given_here check (not takes_reservations or attendee_limit is not null and ticket_url is null and (meets <> 'both' or online_limit is not null)),
  constraint spots_are_asked_for_here check (
    admission <> 'asked' or takes_reservations and for_people_of is null
  ),
  constraint poster_alt_has_1_to_300_characters check (btrim(poster_alt) <> '' and public.visible_length(poster_alt) <= 300),
  constraint poster_path_has_no_userinfo check (poster_path !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint poster_path_is_a_path_or_leads_to_the_web check (poster_path ~ '^(https?://[^[:space:]/]+/|/)?[A-Za-z0-9][A-Za-z0-9._%/-]*$' and char_length(poster_path) <= 500),
  constraint recap_has_1_to_2000_characters check (btrim(recap) <> '' and public.visible_length(recap) <= 2000),
  constraint recap_url_has_no_userinfo check (recap_url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint recap_url_leads_to_the_web check (recap_url ~ '^https?://[^[:space:]]+$' and char_length(recap_url) <= 2048),
  constraint sign_up_closes_after_it_opens check (sign_up_closes_at > sign_up_opens_at),
  constraint summary_has_1_to_500_characters check (btrim(summary) <> '' and public.visible_length(summary) <= 500),
  constraint tab_label_has_1_to_60_characters check (btrim(tab_label) <> '' and public.visible_length(tab_label) <= 60),
  constraint ticket_url_has_no_userinfo check (ticket_url !~ '^https?://[/\\]*[^/\\?#]*@'),
  constraint ticket_url_leads_to_the_web check (ticket_url ~ '^https?://[^[:space:]]+$' and char_length(ticket_url) <= 2048),
  constraint time_note_has_1_to_200_characters check (btrim(time_note) <> '' and public.visible_length(time_note) <= 200),
  constraint title_has_1_to_200_characters check (btrim(title) <> '' and public.visible_length(title) <= 200),
  constraint to_bring_has_1_to_300_characters check (btrim(to_bring) <> '' and public.visible_length(to_bring) <= 300)
);

comment on table public.events is 'Events. Visitors see published ones.';
comment on column public.events.starts_at is
  'First instant of the day, month or quarter if the precision is coarser than exact.';
comment on column public.events.ends_at is
  'End of an event with an exact time; for an event of several days, the first instant after the last day.';
comment on column public.events.time_note is 'Shown beside the date.';
comment on column public.events.about is 'Paragraphs separated by blank lines.';
comment on column public.events.tab_order is 'Position among the tabs of /events; null for events without a tab.';
comment on column public.events.sequence is
  'Revision number that calendars compare; increases whenever title, time, place or status change.';
comment on column public.events.search_text is 'Folded title, place, summary and key, for admins to search.';
comment on column public.events.dated_at is
  'When date and status last changed. Retention waits for a day, so that mistyping the year does not delete a'
  ' waitlist.';
comment on column public.events.relied_on is
  'What people rely on and are notified of when it changes: each entry keeps it as its person knows it.';
comment on column public.events.news_at is
  'When what people rely on (relied_on) last changed; null if it never has.';
comment on column public.events.meets is
  'Where people meet: in a room (at its place), online (by the link in private.join_links), or both.';
comment on column public.events.online_limit is
  'How many people may attend online if others meet in a room, where attendee_limit applies.';
comment on column public.events.previous_starts_at is
  'The announced start before the date was moved; null if it never was, and for the next edition.';
comment on column public.events.recap is 'What happened, in paragraphs; shown once the event is over.';
comment on column public.events.recap_url is 'Where photos or slides are; shown once the event is over.';
comment on column public.events.over_at is 'Instant from which the event is past; null while no date is announced.';
comment on column public.events.waitlist_closed is
  'Whether an admin has closed the waitlist; that of a canceled event is always closed.';
comment on column public.events.place is
  'Where the event is, in words: those of the chosen place, kept once the event is over, or typed for this event.';
comment on column public.events.place_id is 'The chosen place; null if the place was typed for this event.';
comment on column public.events.place_details is
  'What visitors read of the chosen place, as copy_place wrote it; kept once the event is over.';
comment on column public.events.place_note is 'Shown beside the place.';
comment on column public.events.answers_until is
  'The last day, in Honolulu, on which people may change their answers; null: until the start (private.answers_end).';
comment on column public.events.admission is
  'Who may sign up: open (everyone), asked (whom an admin accepts), or none (the event is only announced).';
comment on column public.events.visibility is
  'Who sees the event once it is published: public (everyone), or link (whoever has its address; no list names it).';
comment on column public.events.link_secret is
  'The secret part of the address of an event by link, written by the database (private.new_link_secret).';
comment on column public.events.is_listed is
  'Whether the event may be in what everyone sees: lists, feeds, search, site map, newsletter and posts.';
comment on column public.events.address is
  'What identifies the event in URLs: the key, or for an event by link the key and the secret. A visitor who asks for'
  ' an event is answered by this alone.';
comment on column public.events.tells_undecided is
  'Whether people whose request is not decided are told so on the day before the event.';
comment on column public.events.to_bring is 'What to bring; also mentioned in a reminder.';
comment on column public.events.co_hosts is 'Organizations that hold the event with us, in order: [{name, url?}].';
comment on column public.events.series_id is
  'The series of which this event is an edition; editions link to each other.';
comment on column public.events.takes_reservations is
  'Whether the event takes reservations on this site, free of charge: attendee_limit spots, and online_limit more'
  ' if it meets in both.';
comment on column public.events.sign_up_opens_at is 'When reservations open; null for at once.';
comment on column public.events.sign_up_closes_at is 'When reservations close; null for when the event begins.';
comment on column public.events.party_limit is 'The maximum number of people for one reservation.';
comment on column public.events.offer_hours is 'How many hours an offered spot is kept if the event is not near.';
comment on column public.events.ask_days is
  'How many days before the event people with a spot are asked whether they are still coming; null if they are not'
  ' asked.';

comment on column public.events.for_people_of is
  'The event whose people with a confirmed reservation can sign up for this one, on their status pages; null if'
  ' anyone can.';

create index events_by_start on public.events (starts_at desc);
create index events_of_a_series on public.events (series_id, starts_at);
create index events_of_a_place on public.events (place_id, starts_at);
create index events_for_people_of_an_event on public.events (for_people_of) where for_people_of is not null;

alter table public.events enable row level security;


create table private.past_editions (
  event_id uuid not null,
  over_at timestamptz not null,
  constraint past_editions_pkey primary key (event_id, over_at),
  constraint past_editions_event_id_fkey foreign key (event_id) references public.events(id) on delete cascade
);

comment on table private.past_editions is
  'When past editions of an event ended that now has another date, or none. A person who joined before such an end'
  ' waited for that edition.';

alter table private.past_editions enable row level security;


create table private.imported_events (
  event_id uuid primary key,
  uid text not null unique,
  sequence integer not null default 0,
  constraint imported_events_event_id_fkey foreign key (event_id) references public.events(id) on delete cascade,
  constraint uid_has_1_to_255_characters check (char_length(uid) between 1 and 255)
);

comment on table private.imported_events is
  'Identifiers of imported events in their source files, so that they are recognized in the next import.';
comment on column private.imported_events.uid is 'The UID of a calendar file, or the value of a column of that name.';

comment on column private.imported_events.sequence is
  'The SEQUENCE of the version that was imported: an earlier one never replaces it.';

alter table private.imported_events enable row level security;


-- accounts/accounts_mail_content.sql

create function private.accounts_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case p_purpose
  when 'key-notice' then (
    select jsonb_build_object(
      'email', u.email,
      'device', g.changes ->> 'device',
      'by', case when g.actor <> p_person then g.actor_email end,
      'at', g.at
    ) || g.changes
    from public.audit_log g
    join auth.users u on u.id = p_person
    where g.id = p_occurrence and g.row_id = p_person::text and g.verb = 'access' and g.at > now() - interval '2 days'
  )
  when 'admin-invitation' then (
    select jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'invited_by', u.email, 'expires_at', i.invited_at + interval '7 days')
    from private.admin_invitations i
    join auth.users u on u.id = i.invited_by
    where i.id = p_person and private.invitation_state(i) = 'open'
  )
  when 'password-link' then (
    select jsonb_build_object('id', l.id, 'email', u.email)
    from private.password_links l
    join auth.users u on u.id = l.user_id
    where l.user_id = p_person and l.used_at is null and l.asked_at > now() - interval '1 hour'
    order by l.asked_at desc
    limit 1
  )
  when 'admin-new-address' then (
    select jsonb_build_object('id', c.id, 'email', c.email)
    from private.admin_address_changes c
    where c.id = p_person and c.canceled_at is null and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
  )
  when 'admin-old-address' then (
    select jsonb_build_object('email', c.previous_email, 'is_changed', p_occurrence = 2)
    from private.admin_address_changes c
    where c.id = p_person
  )
end;

comment on function private.accounts_mail_content is
  'Implements mail_content for the emails about admins'' accounts.';


-- accounts/admin_role.sql

create function public.admin_role() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select s.role from private.admin_standing() s where s.standing = 'open';
$$;

-- for members: reads the caller's own role
grant execute on function public.admin_role to authenticated;

comment on function public.admin_role is
  'Returns owner or editor; null for a caller who is not an admin or has no session that opens the admin area.';


-- accounts/find_invitation.sql

create function public.find_invitation(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', private.invitation_state(i),
      'email', i.email,
      'role', i.role,
      'invited_by', u.email,
      'expires_at', i.invited_at + interval '7 days',
      'account', (select a.id from auth.users a where lower(a.email) = lower(i.email) limit 1)
    )
    from private.admin_invitations i
    join auth.users u on u.id = i.invited_by
    where i.token_digest = p_token_digest
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.find_invitation to service_role;

comment on function public.find_invitation is
  'Returns where the link of an invitation leads: its state (or nowhere), the invited address and role, who sent the invitation, when it expires, and the account that already has the address, if any.';


-- accounts/is_admin.sql

create function public.is_admin() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select public.admin_role() is not null;
$$;

-- for members: reads whether they are an admin
grant execute on function public.is_admin to authenticated;

comment on function public.is_admin is
  'Whether the caller is signed in as an admin of either role, with a session that opens the admin area.';


-- accounts/is_owner.sql

create function public.is_owner() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(public.admin_role() = 'owner', false);
$$;

-- for members: reads whether they are an owner
grant execute on function public.is_owner to authenticated;

comment on function public.is_owner is
  'Whether the caller is signed in as an owner, with a session that opens the admin area.';


-- articles/article_facts.sql

create function private.article_facts(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'id', a.id,
    'slug', a.slug,
    'title', r.title,
    'excerpt', r.excerpt,
    'category', r.category,
    'author', r.author,
    'date', private.day_of_article(r.shown_on, a.published_at),
    'picture_path', r.picture_path,
    'picture_alt', r.picture_alt,
    'picture_focus', private.focus_of_picture(r.picture_path),
    'words', r.words,
    'change_note', a.change_note,
    'changed_at', a.changed_at
  )
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
  where a.id = p_id
);

comment on function private.article_facts is
  'Returns what lists and feeds show of an article.';


-- articles/article_in_preview.sql

create function private.article_in_preview(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'is_guide', a.kind = 'guide',
    'article', to_jsonb(r)
      - array['id', 'article_id', 'number', 'created_by', 'created_at', 'published_at', 'shown_on', 'renderer', 'markdown']
      || jsonb_build_object(
        'date', private.day_of_article(r.shown_on, coalesce(a.published_at, now())),
        'picture_focus', private.focus_of_picture(r.picture_path),
        'change_note', a.change_note,
        'changed_at', a.changed_at
      )
  )
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where a.id = p_id and a.trashed_at is null
);

comment on function private.article_in_preview is
  'Returns what a preview link to the latest text of an article shows: {is_guide, article: the fields of article_page}; null for one in the trash.';


-- articles/articles_page.sql

create function public.articles_page(p_kind text, p_page integer, p_size integer) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  with known as (
    select p.id, p.slug, p.published_at, p.day from private.published_articles(p_kind) p
  ),
  counted as (
    select count(*)::integer as total, case when (p_page - 1) * p_size < count(*) then p_page else 1 end as page from known
  ),
  shown as (
    select k.*
    from known k
    order by k.day desc, k.published_at desc, k.slug
    limit p_size offset ((select page from counted) - 1) * p_size
  )
  select jsonb_build_object(
    'total', counted.total,
    'page', counted.page,
    'articles', (select coalesce(jsonb_agg(private.article_facts(s.id) order by s.day desc, s.published_at desc, s.slug), '[]') from shown s),
    'has_issues', exists (select from public.newsletter_issues i where i.sent_at is not null),
    'next_at', (
      select min(a.published_at) from public.articles a
      where a.kind = p_kind and a.published_at > now() and a.trashed_at is null
    )
  )
  from counted
);

grant execute on function public.articles_page to service_role;

comment on function public.articles_page is
  'Returns a page of the published articles or guides, newest first; a page number past the end returns the first page: {total, page, articles: [{id, slug, title, excerpt, category, author, date, picture_path, picture_alt, picture_focus, words, change_note, changed_at}], has_issues, next_at}. has_issues: an issue of the newsletter was sent; next_at: when the next one is published, null if none is scheduled.';


-- attendance/check-in/door_pass.sql

create function private.door_pass(p_token_digest text) returns table (event_id uuid, state text)
language sql
stable
as $$
  select e.id,
    case
      when e.starts_at is null or e.status <> 'scheduled' or not e.takes_reservations then 'closed'
      when now() < e.starts_at - interval '2 hours' and not private.is_sample_event(e.id) then 'early'
      when now() >= e.over_at + interval '4 hours' then 'over'
      else 'open'
    end
  from public.door_passes d
  join public.events e on e.id = d.event_id
  where d.token_digest = p_token_digest and d.ended_at is null;
$$;

comment on function private.door_pass is
  'Returns the event that a pass is for, and whether its door is open: from two hours before the start to four hours after the end; for a sample event, from the moment it is made.';


-- attendance/check-in/door_ticket.sql

create function public.door_ticket(p_token_digest text, p_code text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'door', d.state,
      'ticket', (
        select jsonb_build_object(
          'name', w.name, 'party', r.party, 'state', case when r.hold_until is null then r.state else 'held' end,
          'arrived', r.arrived, 'checked_in_at', r.checked_in_at, 'checked_in_by', r.checked_in_by,
          'answers', (
            select coalesce(
              jsonb_agg(jsonb_build_object('question', q.text, 'value', a.value -> 0) order by q.position),
              '[]'
            )
            from public.event_questions q
            join public.entry_answers a on a.question_id = q.id and a.entry_id = r.id
            where q.event_id = d.event_id and q.for_door and r.state = 'placed'
          )
        )
        from public.reservations r
        join public.waitlist_entries w on w.id = r.id
        where r.event_id = d.event_id and r.code = p_code and r.attends = 'room' and r.state <> 'set-aside'
          and d.state = 'open'
      ),
      'elsewhere', coalesce(
        (
          select jsonb_build_object('why', 'given-up', 'at', g.left_at)
          from private.waitlist_departures g
          where g.event_id = d.event_id and g.reservation ->> 'code' = p_code and d.state = 'open'
        ),
        (
          select jsonb_build_object('why', 'online')
          from public.reservations r
          where r.event_id = d.event_id and r.code = p_code and r.attends = 'online' and r.state = 'placed' and d.state = 'open'
        ),
        (
          -- An event by link is not named: its title is for those who have the link.
          select jsonb_build_object('why', 'other-event', 'title', case when o.is_listed then o.title end)
          from public.reservations r
          join public.events o on o.id = r.event_id
          where r.code = p_code and r.event_id <> d.event_id and r.state <> 'set-aside' and d.state = 'open'
        )
      )
    )
    from private.door_pass(p_token_digest) d
  ),
  jsonb_build_object('door', 'nowhere', 'ticket', null, 'elsewhere', null)
);

grant execute on function public.door_ticket to service_role;

comment on function public.door_ticket is
  'Returns the ticket with a code, for a helper with a pass of the same event: {door: the state of the door, ticket: {name, party, state, arrived, checked_in_at, checked_in_by, answers} or null, elsewhere: what the code is for if not for the room: {why: given-up, online or other-event, at, title} or null}. Answers are the yes or no to questions for the door.';


-- attendance/check-in/phone_list.sql

create function public.phone_list(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', d.state,
      'key', p.id,
      'title', e.title,
      'closes_in', extract(epoch from e.over_at + interval '4 hours' - now())::bigint * 1000,
      'guests', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'code', private.code_digest(p.id, r.code), 'name', w.name, 'party', r.party,
          'arrived', r.arrived, 'at', r.checked_in_at, 'by', r.checked_in_by
        ) order by public.fold(w.name), w.name, r.code), '[]')
        from public.reservations r
        join public.waitlist_entries w on w.id = r.id
        where r.event_id = d.event_id and r.state = 'placed' and r.attends = 'room'
      )
    )
    from private.door_pass(p_token_digest) d
    join public.door_passes p on p.token_digest = p_token_digest
    join public.events e on e.id = d.event_id
    where d.state = 'open'
  ),
  jsonb_build_object('state', 'ended')
);

grant execute on function public.phone_list to service_role;

comment on function public.phone_list is
  'Returns what a helper''s phone stores for working offline while the door is open: {state: open, key, title, closes_in (milliseconds), guests: [{code (a digest), name, party, arrived, at, by}]}; otherwise {state: ended}.';


-- attendance/people/accept_people.sql

create function private.accept_people(p_people uuid[], p_in_line uuid[], p_words text, p_mails boolean) returns void
language sql
as $$
  update public.reservations r
    set state = 'placed', decided_at = now(), words = p_words, to_be_notified = not p_mails
    where r.id = any (p_people);
  select private.enqueue_ticket(person) from unnest(p_people) person where p_mails;
  update public.reservations r
    set state = 'waiting', decided_at = now(), to_be_notified = not p_mails, line = last.line + n.number
    from (
      select a.id, a.event_id, row_number() over (order by a.line) as number
      from public.reservations a
      where a.id = any (p_in_line)
    ) n
    cross join lateral (
      select max(l.line) as line from public.reservations l where l.event_id = n.event_id
    ) last
    where r.id = n.id;
  select private.enqueue_answers(p_in_line) where p_mails;
$$;

comment on function private.accept_people is
  'Gives people who asked to attend the free spots that spots_to_give found, with tickets that say p_words where emails are sent (p_mails); those of p_in_line go to the end of the waitlist. The caller holds the lock.';


-- attendance/people/note_people_notified.sql

create function private.note_people_notified(p_people uuid[], p_at timestamptz) returns void
language sql
as $$
  -- Whoever has or waits for a spot knew the event as it was then; the entry changes only if that has changed.
  update public.waitlist_entries w
    set notified_at = p_at,
      told = e.relied_on,
      tickets_notified_at = case
        when e.status = 'scheduled' and e.ticket_url is not null then coalesce(w.tickets_notified_at, p_at)
        else w.tickets_notified_at
      end
    from public.events e
    where w.id = any (p_people) and e.id = w.event_id
      and (w.told <> e.relied_on or not exists (select from public.reservations r where r.id = w.id));
  update public.reservations r set to_be_notified = false where r.id = any (p_people) and r.to_be_notified;
$$;

comment on function private.note_people_notified is
  'Records that an admin has notified people of what has changed about their event and their spot.';


-- attendance/reservations/add_reservation.sql

create function public.add_reservation(
  p_event uuid,
  p_name text,
  p_email text,
  p_party integer,
  p_mails boolean,
  p_attends text default 'room'
) returns public.add_reservation_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  entry_id constant uuid := gen_random_uuid();
begin
  perform private.require_admin();
  select e.* into event from public.events e where e.id = p_event and e.takes_reservations for share;
  if not found then
    return 'not-found';
  end if;
  if not private.put_in_line(entry_id, p_event, p_name, p_email, 'by-hand', p_party, p_attends, p_mails) then
    return 'already-joined';
  end if;
  -- The admin knows them, so the spot is not held until they confirm.
  update public.reservations r set hold_until = null, to_be_notified = not p_mails where r.id = entry_id;
  if p_mails and not private.enqueue_mail('waitlist-receipt', entry_id, null, '{by-hand}', jsonb_build_object('account', auth.uid())) then
    update public.reservations r set to_be_notified = true where r.id = entry_id;
  end if;
  return (select r.state from public.reservations r where r.id = entry_id);
end;
$$;

-- for admins: writes a waitlist entry and a reservation of an address; sends its receipt, 200 a day for each admin
grant execute on function public.add_reservation to authenticated;

comment on function public.add_reservation is
  'Signs someone up by hand, for the room or online if there is a choice. They get a free spot or the last position on the waitlist and, where emails are sent (p_mails), a receipt, within the budget of the caller''s account. Returns placed, waiting, already-joined or not-found.';


-- attendance/reservations/attendance.sql

create function private.attendance(p_event uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'expected', coalesce(sum(r.party), 0),
    'came', coalesce(sum(r.arrived), 0),
    'left', coalesce(sum(r.party) filter (where r.checked_in_at is null), 0),
    -- An event that moved to its next date keeps the walk-ins of the last one; the door of a sample event is open from
    -- the start.
    'walked_in', (
      select coalesce(sum(w.people), 0)
      from public.walk_ins w
      join public.events e on e.id = w.event_id
      where w.event_id = p_event and (w.created_at >= e.starts_at - interval '2 hours' or private.is_sample_event(e.id))
    )
  )
  from public.reservations r
  where r.event_id = p_event and r.state = 'placed' and r.attends = 'room'
);

comment on function private.attendance is
  'Returns the numbers of people at the door for the current edition of an event: expected (with a spot in the room), came (of those), left (their party is not checked in yet) and walked_in since the door opened.';


-- attendance/reservations/attends_at.sql

create function private.attends_at(p_event public.events, p_wanted text) returns text
language sql
immutable
return case when p_event.meets = 'both' then coalesce(p_wanted, 'room') else p_event.meets end;

comment on function private.attends_at is
  'Returns where a person who chose p_wanted attends an event: room or online. The choice counts only if the event meets in both.';


-- attendance/reservations/day_of_event.sql

create function private.day_of_event(p_event public.events) returns date
language sql
stable
return (p_event.starts_at at time zone public.site_time_zone())::date;

comment on function private.day_of_event is
  'Returns the day on which an event begins in Honolulu; null while it has no date.';


-- attendance/reservations/join_line.sql

create function public.join_line(p_token_digest text, p_mails boolean) returns public.join_line_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation(p_token_digest);
  event public.events;
begin
  if own.id is null then
    return 'nowhere';
  end if;
  select e.* into event from public.events e where e.id = own.event_id;
  if private.sign_up(event.id) not in ('open', 'line') or exists (
    select from public.waitlist_entries w where w.id = own.id and w.for_entry is not null and not private.has_reservation(w.for_entry)
  ) then
    return 'closed';
  end if;
  -- Who declines and joins again would otherwise have an email with each round.
  if own.state in ('declined', 'lapsed') and not private.spend_own_press(own.id) then
    return 'too-often';
  end if;
  perform public.promote_line(own.event_id, p_mails);
  perform private.back_in_line(own.id, own.party);
  perform private.take_spots(own.id, true);
  return (select r.state from public.reservations r where r.id = own.id);
end;
$$;

grant execute on function public.join_line to service_role;

comment on function public.join_line is
  'Puts a person who declined an offer, let it expire or lost their spot at the end of the waitlist again, and gives a waiting person a spot that is free for them. Returns the resulting state of the reservation, closed or nowhere.';


-- attendance/reservations/may_answer.sql

create function private.may_answer(p_reservation public.reservations) returns boolean
language sql
stable
return p_reservation.state = 'placed'
  and p_reservation.hold_until is null
  and p_reservation.checked_in_at is null
  and exists (
    select from public.events e
    where e.id = p_reservation.event_id
      and e.status = 'scheduled'
      and e.is_published
      and e.starts_at > now()
      and private.day_of_event(e) = p_reservation.asked_for
  );

comment on function private.may_answer is
  'Whether a person who was asked may say whether they are still coming: the spot is theirs, the event is still on the day they were asked about, and it has not begun.';


-- attendance/reservations/may_join.sql

create function private.may_join(p_reservation public.reservations) returns boolean
language sql
stable
return p_reservation.state = 'placed'
  and p_reservation.hold_until is null
  and p_reservation.attends = 'online'
  and exists (
    select from public.events e
    where e.id = p_reservation.event_id and e.status = 'scheduled' and coalesce(e.over_at > now(), true)
  );

comment on function private.may_join is
  'Whether a person sees the link to join: they have a spot online that is not merely held until they confirm, and the event is not canceled, postponed or over.';


-- attendance/reservations/may_switch.sql

create function private.may_switch(p_reservation public.reservations) returns boolean
language sql
stable
return p_reservation.hold_until is null
  and p_reservation.checked_in_at is null
  and p_reservation.state in ('placed', 'waiting', 'asked')
  and exists (
    select from public.events e
    join public.waitlist_entries w on w.id = p_reservation.id
    where e.id = p_reservation.event_id
      and e.meets = 'both'
      and w.confirmed_at is not null
      and private.sign_up(e.id) in ('open', 'line')
  );

comment on function private.may_switch is
  'Whether a person may switch between room and online at an event that meets in both: their address is confirmed, they have a spot, or wait or ask for one, and sign-up is not over.';


-- attendance/reservations/offer_deadline.sql

create function private.offer_deadline(p_from timestamptz, p_hours integer, p_end timestamptz) returns timestamptz
language sql
stable
return (
  select least(
    case when private.waking_time(d.at) = d.at then d.at else private.waking_time(d.at) + interval '2 hours' end,
    p_end
  )
  from (select p_from + least(make_interval(hours => p_hours), (p_end - p_from) / 2) as at) d
);

comment on function private.offer_deadline is
  'Returns the deadline of an offer whose email was accepted at p_from: p_hours later, but no later than halfway to the end of sign-up; moved to 9:00 in Honolulu if it would fall between 22:00 and 7:00; never after sign-up ends (p_end).';


-- attendance/reservations/promote_line.sql

create function public.promote_line(p_event uuid, p_mails boolean) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  next public.reservations;
  offered integer := 0;
begin
  if not private.lock_lines(p_event) then
    return 0;
  end if;
  select e.* into event from public.events e where e.id = p_event;

  update public.reservations r
    set state = 'waiting', hold_until = null,
      line = ended.line
    from (
      select held.id,
        (select coalesce(max(l.line), 0) from public.reservations l where l.event_id = p_event) + row_number() over (order by held.line) as line
      from public.reservations held
      join public.waitlist_entries w on w.id = held.id
      where held.event_id = p_event
        and held.hold_until <= now()
        and w.confirmed_at is null
    ) ended
    -- Once sign-up is over, nobody on the waitlist can get the spot; it remains for the person if they come to the
    -- door.
    where p_mails and private.sign_up(p_event) = 'open' and r.id = ended.id;

  update public.reservations r
    -- If the event has lost its date, people keep their position.
    set state = case when r.offer_ends_at <= now() or private.sign_up(p_event) <> 'line' then 'lapsed' else 'waiting' end, offer_ends_at = null
    where r.event_id = p_event
      and r.state = 'offered'
      and (r.offer_ends_at <= now() or private.sign_up(event.id) <> 'open');

  if not p_mails or private.sign_up(event.id) <> 'open' or least(event.sign_up_closes_at, event.starts_at) <= now() + interval '1 hour' then
    return 0;
  end if;
  loop
    select r.* into next
      from public.event_spots p
      join public.reservations r on r.event_id = p.event_id and r.waits_for = p.attends
      join public.waitlist_entries w on w.id = r.id
      where p.event_id = p_event and r.party <= private.spots_of(event, p.attends) - p.taken and w.confirmed_at is not null
      order by r.line
      limit 1;
    if not found then
      exit when not private.trade_spots(event, p_mails);
      continue;
    end if;
    if next.state = 'placed' then
      perform private.take_other_spots(next.id, p_mails);
      continue;
    end if;
    update public.reservations r
      set state = 'offered', offers = r.offers + 1, offered_at = now(), to_be_notified = false
      where r.id = next.id;
    insert into public.mails (purpose, person, occurrence, next_attempt_at)
      select 'reservation-offer', r.id, r.offers, private.waking_time(now()) from public.reservations r where r.id = next.id;
    offered := offered + 1;
  end loop;
  return offered;
end;
$$;

grant execute on function public.promote_line to service_role;

comment on function public.promote_line is
  'Ends expired offers and, while sign-up is open, expired holds of unconfirmed addresses. Then offers what is free, in the room and online, to the next people on the waitlist; people who asked to switch there get the spot without an offer, and two who want each other''s spots trade them. Skips parties that do not fit. Offers go out by email, so it makes none where no emails are sent (p_mails) or in the last hour of sign-up. Returns the number of offers it made.';


-- attendance/reservations/reserve_workshop.sql

create function public.reserve_workshop(
  p_token_digest text,
  p_event text,
  p_attends text,
  p_consent_version text,
  p_forward boolean,
  p_mails boolean,
  p_id uuid,
  p_link_digest text,
  p_sender jsonb
) returns public.reserve_workshop_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.waitlist_entries;
  workshop public.events;
begin
  -- leave_waitlist also locks the entry first, and cancel_people locks the reservation.
  select w.* into own
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  perform from public.reservations r where r.id = own.id for no key update;
  if not private.has_reservation(own.id) then
    return 'no-reservation';
  end if;
  select e.* into workshop
    from public.events e
    where e.address = p_event and e.for_people_of = own.event_id and e.is_published
    for share;
  if not found then
    return 'not-found';
  end if;
  if not exists (
    select from public.waitlist_entries c
    where c.event_id = workshop.id
      and not c.suspected_spam
      and (c.for_entry = own.id or lower(c.email) = lower(own.email))
  ) then
    if private.sign_up(workshop.id) not in ('open', 'line') then
      return 'closed';
    end if;
    if private.spend('{workshop}', private.budget_keys(p_sender, null)) is not null then
      return 'not-now';
    end if;
    if private.put_in_line(
      p_id, workshop.id, own.name, own.email, p_consent_version, 1, p_attends, p_mails, own.id
    ) then
      insert into private.waitlist_links (token_digest, entry_id) values (p_link_digest, p_id);
      if p_forward then
        insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', p_id);
      end if;
    end if;
  end if;
  return (
    select r.state
    from public.waitlist_entries c
    join public.reservations r on r.id = c.id
    where c.event_id = workshop.id
      and not c.suspected_spam
      and (c.for_entry = own.id or lower(c.email) = lower(own.email))
    order by c.for_entry is null
    limit 1
  );
end;
$$;

grant execute on function
  public.reserve_workshop(text, text, text, text, boolean, boolean, uuid, text, jsonb) to service_role;

comment on function public.reserve_workshop is
  'Signs the holder of this link to a confirmed reservation up for an event for the people of its event: they get a free spot with its ticket, or the last position on the waitlist. The new entry gets p_id and the link of p_link_digest; a repeated call changes nothing, and p_sender is what budget_keys takes.';


-- attendance/reservations/set_party.sql

create function private.set_party(own public.reservations, p_party integer, p_mails boolean)
  returns public.change_party_outcome
language plpgsql
as $$
declare
  event public.events;
begin
  if own.id is null then
    return 'nowhere';
  end if;
  select e.* into event from public.events e where e.id = own.event_id;
  if p_party = own.party then
    return 'changed';
  end if;
  if p_party < 1 or (p_party > own.party and p_party > event.party_limit) then
    return 'too-many';
  end if;
  if own.checked_in_at is not null
    or private.sign_up(event.id) not in ('open', 'line', 'late')
    or (private.sign_up(event.id) = 'late' and p_party > own.party) then
    return 'closed';
  end if;
  if p_party > own.party and own.state in ('placed', 'offered') then
    if p_party - own.party > private.spots_of(event, own.attends) - (
      select p.taken from public.event_spots p where p.event_id = own.event_id and p.attends = own.attends
    ) then
      return 'full';
    end if;
  end if;
  update public.reservations r set party = p_party where r.id = own.id;
  if p_mails and own.state = 'placed' and own.hold_until is null then
    perform private.enqueue_ticket(own.id);
  end if;
  perform public.promote_line(own.event_id, p_mails);
  return 'changed';
end;
$$;

comment on function private.set_party is
  'Changes the number of people of a reservation; more only if enough spots are free. The caller holds the lock. Returns changed, full, too-many (the event''s limit for one reservation), closed or nowhere.';


-- attendance/reservations/spots_of.sql

create function private.spots_of(p_event public.events, p_attends text) returns integer
language sql
immutable
return case when p_attends = 'online' and p_event.meets = 'both' then p_event.online_limit else p_event.attendee_limit end;

comment on function private.spots_of is
  'Returns the number of spots an event has in the room or online; for an event that meets in only one of them, all its spots.';


-- attendance/reservations/start_join_links.sql

create function private.start_join_links() returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence)
    select 'join-link', r.id, extract(epoch from e.starts_at)::bigint
    from public.events e
    join private.join_links j on j.event_id = e.id
    join public.reservations r on r.event_id = e.id
    where e.starts_at > now()
      and e.starts_at <= now() + interval '1 hour'
      and e.date_precision = 'exact'
      and e.is_published
      and private.may_join(r)
    order by e.starts_at, r.id
    on conflict do nothing;
$$;

comment on function private.start_join_links is
  'Enqueues an email with the link to everyone with a spot online at an event that begins within an hour, once per start time.';


-- attendance/reservations/state_of_newcomer.sql

create function private.state_of_newcomer(p_event uuid) returns text
language sql
stable
return (select case when e.admission = 'asked' then 'asked' else 'waiting' end from public.events e where e.id = p_event);

comment on function private.state_of_newcomer is
  'Returns the state of a reservation for which nothing is decided yet: asked where an admin decides, else waiting.';


-- attendance/reservations/tell_undecided.sql

create function private.tell_undecided() returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'request-undecided', r.id, private.day_of_event(e) - date '1970-01-01', true
    from public.events e
    join public.reservations r on r.event_id = e.id and r.state = 'asked'
    join public.waitlist_entries w on w.id = r.id and w.confirmed_at is not null
    where e.tells_undecided
      and e.date_precision in ('exact', 'day')
      and e.status = 'scheduled'
      and e.is_published
      and e.starts_at > now()
      and e.starts_at <= now() + interval '24 hours'
    on conflict do nothing;
$$;

comment on function private.tell_undecided is
  'Tells people with a confirmed address whose request to attend is not decided that it is not, on the day before the event, once for its date, if an admin wants that.';


-- attendance/reservations/trade_spots.sql

create function private.trade_spots(p_event public.events, p_mails boolean) returns boolean
language plpgsql
as $$
declare
  pair record;
begin
  select a.id as to_online, b.id as to_room into pair
    from public.reservations a
    join public.reservations b on b.event_id = a.event_id and b.switches_to = 'room'
    join public.event_spots room on room.event_id = a.event_id and room.attends = 'room'
    join public.event_spots online on online.event_id = a.event_id and online.attends = 'online'
    where a.event_id = p_event.id and a.switches_to = 'online'
      and room.taken - a.party + b.party <= private.spots_of(p_event, 'room')
      and online.taken - b.party + a.party <= private.spots_of(p_event, 'online')
    order by greatest(a.line, b.line), least(a.line, b.line)
    limit 1;
  if not found then
    return false;
  end if;
  perform private.take_other_spots(pair.to_online, p_mails);
  perform private.take_other_spots(pair.to_room, p_mails);
  return true;
end;
$$;

comment on function private.trade_spots is
  'Switches the first two people who want each other''s spots and whose parties fit; the event''s spots stay within their limits. The caller holds the lock. Returns whether there were two such people.';


-- attendance/reservations/workshop_facts.sql

create function private.workshop_facts(p_event public.events) returns jsonb
language sql
stable
return jsonb_build_object(
  'key', p_event.address,
  'title', p_event.title,
  'sign_up', private.sign_up(p_event.id),
  'places', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'attends', p.attends,
          'total', private.spots_of(p_event, p.attends),
          'left', greatest(private.spots_of(p_event, p.attends) - p.taken, 0),
          'waiting', p.waiting
        )
        order by p.attends desc
      ),
      '[]'
    )
    from public.event_spots p
    where p.event_id = p_event.id and p_event.meets in (p.attends, 'both')
  )
);

comment on function private.workshop_facts is
  'Returns {key, title, sign_up, places: [{attends, total, left, waiting}]}: what is shown of an event''s spots on the page of another event.';


-- attendance/waitlist/is_to_notify.sql

create function public.is_to_notify(event public.events, entry public.waitlist_entries) returns boolean
language sql
stable
return
  -- People who joined after the event was postponed have seen that it is.
  (event.status = 'scheduled' or entry.created_at <= event.dated_at)
  and (
    entry.notified_at is null
    or (entry.told <> event.relied_on and coalesce(event.over_at > now(), true))
    or (event.status = 'scheduled' and event.ticket_url is not null and entry.tickets_notified_at is null)
  );

-- for members: reads whether a given entry is to be notified, according to a given event
grant execute on function public.is_to_notify to authenticated;

comment on function public.is_to_notify is
  'Whether a person on the waitlist of an event still has to be notified of its current state: that it is canceled or postponed, its date, or that tickets are available. Uses only the given rows, so that it can be inlined into the calling query.';


-- attendance/waitlist/join_waitlist.sql

create function public.join_waitlist(
  p_event text,
  p_name text,
  p_email text,
  p_consent_version text,
  p_suspected_spam boolean,
  p_forward boolean,
  p_address_key text default null,
  p_party integer default 1,
  p_sender jsonb default null,
  p_attends text default null,
  p_answers jsonb default '{}',
  p_from text default null,
  p_page text default null
) returns public.join_waitlist_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  entry_id uuid;
  is_new boolean;
  sign_up text;
  sends_mail constant boolean := p_address_key is not null;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 2000 + 2 * octet_length(concat(p_name, p_email, p_answers));
  -- One mailbox gets one email for each event and day, however its address is spelled.
  event_keys jsonb;
  is_confirmed boolean;
  outcome text := 'joined';
  attends_at text;
begin
  -- The lock makes an admin who closes the waitlist wait, so that nobody can join after it was closed.
  select e.* into event from public.events e where e.address = p_event and e.is_published for share;
  if not found then
    return 'not-found';
  end if;
  if event.for_people_of is not null then
    return 'for-guests';
  end if;
  attends_at := private.attends_at(event, p_attends);
  sign_up := private.sign_up(event.id);
  if sign_up = 'closed' or (event.takes_reservations and sign_up in ('early', 'late')) then
    return case when event.takes_reservations and sign_up <> 'closed' then sign_up else 'closed' end;
  end if;
  if event.takes_reservations and p_party not between 1 and event.party_limit then
    return 'party-too-large';
  end if;
  if not private.are_answered(event, attends_at, p_answers) then
    return 'not-answered';
  end if;
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  -- What a newcomer would get, computed before the event is locked: the outcome must not reveal who is signed up.
  if event.admission = 'asked' then
    outcome := case when sign_up = 'next' then 'joined' else 'asked' end;
  elsif event.takes_reservations and sign_up = 'open' then
    outcome := private.outlook(event.id, attends_at, p_party, sends_mail, keys ->> 'far');
  end if;
  event_keys := private.keys_at_event(keys, event.id);

  insert into public.waitlist_entries
      (event_id, name, email, consent_version, consent_page, suspected_spam, came_by)
    values (
      event.id, p_name, p_email, p_consent_version, p_page, p_suspected_spam,
      (select l.slug from public.named_links l where l.event_id = event.id and l.slug = p_from)
    )
    on conflict do nothing
    returning id into entry_id;
  is_new := found;
  if not is_new then
    if sends_mail and not p_suspected_spam then
      select w.id, w.confirmed_at is not null into entry_id, is_confirmed
        from public.waitlist_entries w
        where w.event_id = event.id and lower(w.email) = lower(p_email) and not w.suspected_spam;
      perform private.enqueue_mail(
        'waitlist-receipt', entry_id, p_address_key, '{lost-link}',
        case when is_confirmed then event_keys || jsonb_build_object('recipient', entry_id) else event_keys end,
        case when is_confirmed then 'known' when outcome = 'placed' then 'spots' else 'strangers' end
      );
    end if;
    return case when outcome = 'joined' then 'already-joined' else outcome end;
  end if;

  perform private.store_answers(entry_id, event, attends_at, p_answers);
  if p_forward and not p_suspected_spam then
    insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', entry_id);
  end if;
  perform private.note_stored('entry', entry_id, keys, bytes);
  if sends_mail and not p_suspected_spam then
    perform private.enqueue_mail(
      'waitlist-receipt', entry_id, p_address_key, '{sign-up}', event_keys,
      case when outcome = 'placed' then 'spots' else 'strangers' end
    );
  end if;

  if event.takes_reservations and sign_up <> 'next' then
    -- From here until commit nobody else can get a spot of the event, so everything that could be done earlier is done.
    perform private.lock_lines(event.id);
    -- Recomputed under the lock.
    if outcome in ('placed', 'waiting', 'to-confirm') and sign_up = 'open' then
      outcome := private.outlook(event.id, attends_at, p_party, sends_mail, keys ->> 'far');
    end if;
    insert into public.reservations (id, event_id, party, state, hold_until, line, attends)
      select entry_id, event.id, p_party,
        case when p_suspected_spam then 'set-aside' when outcome in ('placed', 'asked') then outcome else 'waiting' end,
        case when outcome = 'placed' and sends_mail and not p_suspected_spam then
          least(now() + private.longest_hold(), event.starts_at)
        end,
        coalesce(max(r.line), 0) + 1, attends_at
      from public.reservations r
      where r.event_id = event.id;
  end if;
  return outcome;
end;
$$;

grant execute on function public.join_waitlist to service_role;

comment on function public.join_waitlist is
  'Stores an entry for a published event, with a receipt for the address of p_address_key and, with p_forward, its delivery to the configured endpoint; where reservations are taken, it gets a spot or a position for p_party people, or asks for them. What it returns never depends on the address; an existing entry stays as it is. A p_from that names no link is ignored; p_page is the path of the page with the form.';


-- attendance/waitlist/waitlist_personal_data.sql

create function private.waitlist_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'waitlists', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(w) - array['id', 'event_id', 'search_text', 'link_generation', 'for_entry']) || jsonb_build_object(
            'event', e.title,
            'reservation', (select to_jsonb(r) - array['id', 'event_id', 'line', 'offers', 'to_be_notified', 'waits_for'] from public.reservations r where r.id = w.id),
            'credentials', (select jsonb_agg(to_jsonb(c) - 'reservation_id' order by c.person) from public.credentials c where c.reservation_id = w.id),
            'answers', private.answers_of(w.id),
            'agenda', (
              select jsonb_build_object('stored_at', a.stored_at, 'talks', (select jsonb_agg(t.title order by t.number) from public.talks t where t.number = any (a.talks)))
              from private.agendas a
              where a.entry_id = w.id
            ),
            'delivery', (
              select jsonb_build_object(
                'attempts', o.attempts,
                'delivered_at', o.delivered_at,
                'failed_at', o.failed_at,
                'last_error', o.last_error
              )
              from public.outbox o where o.waitlist_entry_id = w.id
            )
          )
          order by w.created_at, w.suspected_spam, w.id
        ),
        '[]'
      )
      from public.waitlist_entries w
      join public.events e on e.id = w.event_id
      where lower(w.email) = p_address
    ),
    'left_waitlists', (
      select coalesce(
        jsonb_agg(
          (d.entry - array['id', 'event_id', 'search_text', 'link_generation', 'for_entry']) || jsonb_build_object(
            'event', e.title,
            'left_at', d.left_at,
            'reservation', d.reservation - array['id', 'event_id', 'line', 'offers', 'to_be_notified', 'waits_for'],
            'answers', (
              select jsonb_agg(jsonb_build_object('question', q.text, 'value', a.value) order by q.position)
              from jsonb_populate_recordset(null::public.entry_answers, nullif(d.belongings -> 'answers', 'null')) a
              join public.event_questions q on q.id = a.question_id
            ),
            'delivered_at', d.delivery ->> 'delivered_at'
          )
          order by d.left_at
        ),
        '[]'
      )
      from private.waitlist_departures d
      join public.events e on e.id = d.event_id
      where lower(d.entry ->> 'email') = p_address
    ),
    'waitlist_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('event', e.title, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at) order by c.asked_at, c.id),
        '[]'
      )
      from private.waitlist_address_changes c
      join public.waitlist_entries w on w.id = c.entry_id
      join public.events e on e.id = w.event_id
      where p_address in (lower(c.email), lower(c.previous_email), lower(w.email))
    )
  );
$$;

comment on function private.waitlist_personal_data is
  'Returns the waitlist entries of the owner of an address with their reservations, answers and agendas, entries left within a day, and changes of address.';


-- audit-log/logged_titles.sql

create function public.logged_titles(p_ids uuid[]) returns table (id uuid, title text)
language sql
stable
as $$
  select t.id, t.label from public.education_tabs t where t.id = any (p_ids)
  union all
  select r.id, r.title from public.education_resources r where r.id = any (p_ids)
  union all
  select e.id, e.title from public.events e where e.id = any (p_ids)
  union all
  select s.id, s.name from public.series s where s.id = any (p_ids)
  union all
  select t.id, t.title from public.talks t where t.id = any (p_ids)
  union all
  select s.id, s.name from public.speakers s where s.id = any (p_ids)
  union all
  select i.id, i.subject from public.newsletter_issues i where i.id = any (p_ids)
  union all
  select a.id, r.title
  from public.articles a
  join public.article_revisions r on r.article_id = a.id and r.number = a.revision
  where a.id = any (p_ids)
  union all
  select p.id, p.alt from public.pictures p where p.id = any (p_ids);
$$;

-- for members: reads the titles of the rows of the log
grant execute on function public.logged_titles to authenticated;

comment on function public.logged_titles is
  'Returns the current titles of the given rows; nothing for rows that are deleted or that the caller may not read.';


-- campaigns/concerns.sql

create function private.concerns(p_kind text, p_event uuid, p_entry uuid) returns boolean
language sql
stable
return (
  select case
    when not e.takes_reservations or p_kind not in ('reminder', 'recap') then true
    else exists (
      select from public.reservations r
      where r.id = p_entry
        and r.state = 'placed'
        and case
          when p_kind = 'reminder' then r.hold_until is null
          when r.checked_in_at is not null then true
          else not exists (select from public.reservations o where o.event_id = p_event and o.state = 'placed' and o.checked_in_at is not null)
        end
    )
  end
  from public.events e
  where e.id = p_event
);

comment on function private.concerns is
  'Whether a kind of campaign is for an entry of an event. If the event takes reservations, a reminder is for people whose spot is theirs and not held until they confirm, and a recap for those who were checked in, or, if nobody was, for everyone who had a spot.';


-- campaigns/is_news.sql

create function private.is_news(p_kind text, p_event uuid) returns boolean
language sql
stable
return exists (
  select from public.events e
  where e.id = p_event and e.is_published and case p_kind
    when 'tickets-open' then e.status = 'scheduled'
      and e.ticket_url is not null
      and e.over_at > now()
      and not (e.date_precision = 'exact' and e.starts_at <= now())
    when 'cancelled' then e.status = 'cancelled' and coalesce(e.over_at > now(), true)
    when 'postponed' then e.status = 'postponed'
    when 'changed' then e.status = 'scheduled'
      and coalesce(e.over_at > now(), true)
      and not (e.date_precision = 'exact' and e.starts_at <= now())
    when 'own-words' then true
    when 'reminder' then e.status = 'scheduled' and e.date_precision = 'exact' and e.starts_at > now()
    when 'recap' then e.status = 'scheduled'
      and e.date_precision in ('exact', 'day')
      and e.over_at <= now()
      and num_nonnulls(e.recap, e.recap_url) > 0
  end
);

comment on function private.is_news is
  'Whether a kind of campaign is currently true of a published event.';


-- campaigns/is_reminder_owed.sql

create function private.is_reminder_owed(event public.events) returns boolean
language sql
stable
return event.starts_at > now()
  and event.starts_at <= now() + interval '24 hours'
  and private.is_news('reminder', event.id)
  and not exists (
    select from public.campaigns t
    where t.event_id = event.id
      and t.kind = 'reminder'
      and (t.is_off or (t.started_at is not null and t.starts_at = event.starts_at))
  );

comment on function private.is_reminder_owed is
  'Whether the reminder of an event, which leaves once per start time in the last 24 hours, has not left yet.';


-- campaigns/news_of.sql

create function private.news_of(p_told jsonb, event public.events) returns text
language sql
immutable
return case
  when p_told = event.relied_on then null
  when event.status <> 'scheduled' then nullif(event.status, p_told ->> 'status')
  when event.date_precision in ('exact', 'day')
    or (p_told ->> 'place', p_told ->> 'meets') is distinct from (event.place, event.meets) then 'changed'
end;

comment on function private.news_of is
  'Returns the kind of campaign that a person with this knowledge of an event is owed: cancelled, postponed or changed; null for none. A date that is no longer known is news only with a new place.';


-- campaigns/own_words_left.sql

create function private.own_words_left(p_event uuid) returns bigint
language sql
stable
return greatest(0, case when public.is_owner() then 10 else 3 end - (
  select count(*) from public.campaigns t
  where t.event_id = p_event
    and t.kind = 'own-words'
    and t.started_by = auth.uid()
    and (t.started_at > now() - interval '24 hours' or t.send_at is not null)
));

comment on function private.own_words_left is
  'Returns how many more emails in their own words the caller may send to the people of an event: 10 within 24 hours for an owner, 3 for an editor; what is scheduled counts until it is sent.';


-- campaigns/recipients_of_news.sql

create function private.recipients_of_news(p_kind text, p_event uuid) returns setof uuid
language sql
stable
as $$
  select w.id
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join lateral (
    select t.id, t.starts_at
    from public.mails m
    join public.campaigns t on t.id = m.occurrence
    where m.purpose = 'event-news'
      and m.person = w.id
      and m.state <> 'dropped'
      -- A refused email may be sent again once the entry has been corrected.
      and not (m.state = 'refused' and w.updated_at > m.settled_at)
      and case
        when p_kind in ('tickets-open', 'reminder', 'recap') then t.kind = p_kind
        -- Emails about open tickets and reminders also say where and when the event takes place.
        -- What was accepted is in what the person knows.
        else m.state not in ('accepted', 'left')
          and (t.kind = p_kind or (p_kind = 'changed' and t.kind in ('tickets-open', 'reminder')))
          -- One that is due is made when it leaves; what others said is kept with them.
          and (m.state = 'due' or m.told = e.relied_on)
      end
    order by t.id desc
    limit 1
  ) latest on p_kind in ('tickets-open', 'reminder', 'recap') or private.news_of(w.told, e) = p_kind
  where e.id = p_event
    and not w.suspected_spam
    and not exists (select from public.reservations r where r.id = w.id and public.takes_no_part(r.state))
    and case p_kind
      when 'tickets-open' then w.tickets_notified_at is null and latest.id is null
      when 'reminder' then latest.starts_at is distinct from e.starts_at and private.concerns(p_kind, e.id, w.id)
      when 'recap' then w.created_at <= e.over_at
        and latest.starts_at is distinct from e.starts_at
        and private.concerns(p_kind, e.id, w.id)
      else private.news_of(w.told, e) = p_kind and latest.id is null
    end
  order by w.created_at, w.id;
$$;

comment on function private.recipients_of_news is
  'Returns the entries that a kind of campaign is still owed to, first come first: for what changed, was canceled or postponed, those who know something else, and to whom no email is on its way that says how it is now.';


-- campaigns/start_campaign.sql

create function public.start_campaign(
  p_event uuid,
  p_kind text,
  p_event_version timestamptz,
  p_draft_version timestamptz default null
) returns public.start_campaign_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  draft public.campaigns;
  queued uuid[];
begin
  perform private.require_admin();
  -- Serializes simultaneous calls; the second one then finds everyone notified.
  select e.* into event from public.events e where e.id = p_event for update;
  select t.* into draft from public.campaigns t where t.event_id = p_event and t.kind = p_kind and t.started_at is null;
  if p_kind = 'reminder' or not private.is_news(p_kind, p_event) then
    return 'not-true';
  end if;
  queued := array(select private.recipients_of_news(p_kind, p_event));
  if cardinality(queued) = 0 then
    return 'nobody';
  end if;
  if event.updated_at is distinct from p_event_version or draft.updated_at is distinct from p_draft_version then
    return 'changed';
  end if;
  if draft.id is null then
    insert into public.campaigns (event_id, kind, starts_at, started_by, started_at)
      values (p_event, p_kind, event.starts_at, auth.uid(), now())
      returning * into draft;
  else
    update public.campaigns t set starts_at = event.starts_at, started_by = auth.uid(), started_at = now() where t.id = draft.id;
  end if;
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'event-news', person, draft.id, true from unnest(queued) person;
  return 'started';
end;
$$;

-- for admins: writes that emails about an event are sent, once to each person who waits for them
grant execute on function public.start_campaign to authenticated;

comment on function public.start_campaign is
  'Enqueues an email to everyone who has not been notified, with the content that the admin has read: the event at p_event_version, the draft at p_draft_version (updated_at of each; null without a draft). Returns started, nobody, changed or not-true.';


-- campaigns/told_by_most.sql

create function private.told_by_most(p_kind text, p_event uuid) returns jsonb
language sql
stable
return (
  select w.told
  from private.recipients_of_news(p_kind, p_event) r (id)
  join public.waitlist_entries w on w.id = r.id
  where p_kind in ('cancelled', 'postponed', 'changed')
  group by w.told
  order by count(*) desc, w.told::text
  limit 1
);

comment on function private.told_by_most is
  'Returns what most recipients of a kind of campaign know of what they rely on; null for kinds that are about something else.';


-- education/change_imported_resources.sql

create function private.change_imported_resources(p_import uuid, p_is_undo boolean) returns table (line integer, row_id uuid, made_at timestamptz)
language sql
as $$
  with given as materialized (
    select r.line, r.row_id, r.made_at, side.fields, private.side_of_changes(r.changes, 0) - 'display_order' as before, tab.tab_key,
      row_number() over (partition by tab.tab_key order by r.line)
        + coalesce((select max(o.display_order) from public.education_resources o where o.tab_key = tab.tab_key), 0) as behind
    from private.import_rows r
    cross join lateral private.side_of_changes(r.changes, case when p_is_undo then 0 else 1 end) as side (fields)
    left join public.education_tabs tab on tab.tab_key = side.fields ->> 'tab_key'
    where r.import_id = p_import and r.state = 'changed' and (r.made_at is not null) = p_is_undo
  )
  update public.education_resources e
    set title = coalesce(g.fields ->> 'title', e.title),
      description = coalesce(g.fields ->> 'description', e.description),
      icon_name = coalesce(g.fields ->> 'icon_name', e.icon_name),
      tags = case when g.fields ? 'tags' then array(select jsonb_array_elements_text(g.fields -> 'tags')) else e.tags end,
      tab_key = coalesce(g.tab_key, e.tab_key),
      display_order = case when g.tab_key is null then e.display_order else coalesce((g.fields ->> 'display_order')::integer, g.behind) end
    from given g
    where e.id = g.row_id
      and case
        when p_is_undo then e.updated_at = g.made_at
        else e.deleted_at is null and private.import_changes(to_jsonb(e), g.before) is null
      end
    returning g.line, e.id, e.updated_at;
$$;

comment on function private.change_imported_resources is
  'Changes resources as change_by_import does. A resource that moves to another tab is placed last there, and returns to its old position when that is undone; a tab that no longer exists is ignored.';


-- education/checked_link.sql

create function private.checked_link(p_resource public.education_resources) returns private.link_checks
language sql
stable
as $$
  select c from private.link_checks c
  where c.resource_id = p_resource.id and c.url = p_resource.url and c.checked_at is not null;
$$;

comment on function private.checked_link is
  'Returns the result of the last check of a resource''s current link; null if it has not been checked.';


-- education/delete_tab.sql

create function public.delete_tab(p_id uuid, p_version timestamptz, p_move_to text default null) returns public.delete_tab_outcome
language plpgsql
as $$
declare
  tab public.education_tabs;
  last_spot integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('order of education', 0));
  select t.* into tab from public.education_tabs t where t.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if tab.updated_at is distinct from p_version then
    return 'changed';
  end if;

  if p_move_to is not null then
    perform from public.education_tabs t where t.tab_key = p_move_to and t.id <> p_id for update;
    if not found then
      return 'no-target';
    end if;
    select coalesce(max(r.display_order), 0) into last_spot from public.education_resources r where r.tab_key = p_move_to;
    update public.education_resources r
      set tab_key = p_move_to, display_order = last_spot + behind.place
      from (
        select m.id, row_number() over (order by m.display_order, m.title, m.id) as place
        from public.education_resources m
        where m.tab_key = tab.tab_key
      ) behind
      where r.id = behind.id;
  end if;

  delete from public.education_tabs t where t.id = p_id;
  return 'deleted';
exception
  when foreign_key_violation then
    return 'not-empty';
end;
$$;

-- for members: writes the deletion of a tab, and where its resources go
grant execute on function public.delete_tab to authenticated;

comment on function public.delete_tab is
  'Deletes a tab that is still as it was at p_version (updated_at), after moving its resources to the end of the tab p_move_to, if given. Returns deleted, not-empty (deleted resources count too, since their deletion can be undone), changed, no-target or not-found.';


-- education/lists_resource.sql

create function private.lists_resource(p_resource public.education_resources, p_tab text, p_state text, p_words text[]) returns boolean
language sql
stable
as $$
  select (coalesce(p_tab, '') = '' or p_resource.tab_key = p_tab)
    and case coalesce(p_state, '')
      when 'published' then p_resource.deleted_at is null and p_resource.is_published
      when 'draft' then p_resource.deleted_at is null and not p_resource.is_published
      when 'deleted' then p_resource.deleted_at is not null
      when 'moved' then p_resource.deleted_at is null and (private.checked_link(p_resource)).state = 'moved'
      when 'gone' then p_resource.deleted_at is null and (private.checked_link(p_resource)).state = 'gone'
      when 'unknown' then p_resource.deleted_at is null and (private.checked_link(p_resource)).state = 'unknown'
      else p_resource.deleted_at is null
    end
    and not exists (select from unnest(p_words) as word where strpos(p_resource.search_text, word) = 0);
$$;

comment on function private.lists_resource is
  'Whether a resource belongs in a list of admin_resources.';


-- education/resource_cards.sql

create function private.resource_cards(p_shown uuid[], p_liked uuid[]) returns jsonb
language sql
stable
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', r.id,
        'tab_key', r.tab_key,
        'title', r.title,
        'description', r.description,
        'url', r.url,
        'icon_name', r.icon_name,
        'resource_type', r.resource_type,
        'tags', r.tags,
        'likes_count', (select coalesce(sum(c.likes), 0) from private.resource_like_counts c where c.resource_id = r.id),
        'user_has_liked', r.id = any (p_liked),
        'is_gone', coalesce((private.checked_link(r)).state = 'gone', false)
      )
      order by s.place
    ),
    '[]'
  )
  from unnest(p_shown) with ordinality as s (id, place)
  join public.education_resources r on r.id = s.id
$$;

comment on function private.resource_cards is
  'Returns what the cards of resources show, in the order of p_shown; p_liked are those that the reader likes.';


-- education/resource_changes.sql

create function private.resource_changes(p_resource public.education_resources, p_checked jsonb) returns jsonb
language sql
stable
as $$
  select c.changes || case
      when c.changes ? 'tab_key' then jsonb_build_object('display_order', jsonb_build_array(p_resource.display_order))
      else '{}'
    end
  from private.import_changes(
    to_jsonb(p_resource),
    (
      select coalesce(jsonb_object_agg(s.key, s.value), '{}') from jsonb_each(p_checked) s where p_checked -> 'says' ? s.key
        -- Bookmarks keep no line breaks.
        and regexp_replace(s.value #>> '{}', '\s+', ' ', 'g')
          is distinct from regexp_replace(to_jsonb(p_resource) ->> s.key, '\s+', ' ', 'g')
    ) || coalesce(
      (
        select jsonb_build_object('tab_key', t.tab_key)
        from public.education_tabs t
        where lower(p_checked ->> 'tab') in (t.tab_key, lower(t.label))
        order by t.display_order, t.label, t.id
        limit 1
      ),
      '{}'
    )
  ) as c (changes);
$$;

comment on function private.resource_changes is
  'Returns what a line of a file would change of a resource, in the form of import_changes; if it changes the tab, also the position in the previous tab.';


-- events/ahead_until.sql

create function private.ahead_until(p_event public.events) returns timestamptz
language sql
stable
return case p_event.status
  when 'cancelled' then '-infinity'
  when 'postponed' then 'infinity'
  else coalesce(p_event.over_at, 'infinity')
end;

comment on function private.ahead_until is
  'Returns until when people can look forward to an event: -infinity if it is canceled; infinity if it has no date or is to get a new one.';


-- events/built_on_event.sql

create function private.built_on_event(p_event uuid) returns text[]
language sql
stable
as $$
  select array_remove(array[
    case when exists (select from public.waitlist_entries w where w.event_id = p_event) then 'people' end,
    case when exists (select from public.programmes p where p.id = p_event)
      or exists (select from public.rooms r where r.event_id = p_event)
      or exists (select from public.speakers s where s.event_id = p_event)
      or exists (select from public.talks t where t.event_id = p_event or t.workshop_id = p_event) then 'program' end,
    case when exists (select from private.talk_calls c where c.event_id = p_event)
      or exists (select from private.talk_proposals p where p.event_id = p_event) then 'call' end,
    case when exists (select from public.campaigns c where c.event_id = p_event) then 'emails' end,
    case when exists (select from public.channel_posts c where c.event_id = p_event) then 'posts' end,
    case when exists (select from private.join_links j where j.event_id = p_event) then 'join-link' end,
    case when exists (select from public.named_links l where l.event_id = p_event) then 'links' end,
    case when exists (select from public.door_passes d where d.event_id = p_event) then 'passes' end,
    case when exists (select from public.series s where s.template_id = p_event) then 'series' end,
    case when exists (select from public.events o where o.for_people_of = p_event) then 'workshops' end
  ], null);
$$;

comment on function private.built_on_event is
  'Returns what an event has that its own row does not say: people, a part of a program, a call, emails, posts, a join link, named links, passes, or events that depend on it.';


-- events/copy_event.sql

create function public.copy_event(p_event uuid, p_key text, p_starts_at timestamptz, p_ends_at timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  last public.events;
  next_id uuid;
begin
  perform private.require_admin();
  select e.* into last from public.events e where e.id = p_event for update;
  if not found then
    return jsonb_build_object('outcome', 'not-found');
  end if;
  next_id := private.add_edition(last, private.series_of_event(last), p_key, p_starts_at, p_ends_at, false);
  return jsonb_build_object('outcome', 'copied', 'id', next_id);
exception
  when unique_violation then
    return jsonb_build_object('outcome', 'key-taken');
end;
$$;

-- for admins: writes a draft of an event, and the series of both
grant execute on function public.copy_event to authenticated;

comment on function public.copy_event is
  'Creates a draft of the next edition of the same series, with its sign-up dates moved accordingly. Returns {outcome: copied, id}, key-taken or not-found.';


-- events/delete_event.sql

create function public.delete_event(p_id uuid, p_version timestamptz) returns public.delete_event_outcome
language plpgsql
as $$
declare
  event public.events;
begin
  -- Functions that change or create editions also lock their series first.
  perform from public.series s
    where s.template_id = p_id or s.id = (select e.series_id from public.events e where e.id = p_id)
    order by s.id
    for no key update;
  select e.* into event from public.events e where e.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if event.updated_at is distinct from p_version then
    return 'changed';
  end if;
  delete from public.events e where e.id = p_id;
  return 'deleted';
exception
  when restrict_violation then
    return 'somebody-waits';
  when foreign_key_violation then
    return 'has-workshops';
end;
$$;

-- for members: writes the deletion of an event that nobody waits for
grant execute on function public.delete_event to authenticated;

comment on function public.delete_event is
  'Deletes an event that is still as it was at p_version (updated_at) and that nobody waits for; suspected-spam entries are deleted with it. Returns deleted, somebody-waits, has-workshops (other events are for the people of this one), changed or not-found.';


-- events/event_as_imported.sql

create function private.event_as_imported(p_event public.events) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'title', p_event.title,
    'place', p_event.place,
    'summary', p_event.summary,
    'about', p_event.about,
    'ticket_url', p_event.ticket_url,
    'status', p_event.status,
    'time_note', p_event.time_note,
    'recap', p_event.recap,
    'recap_url', p_event.recap_url,
    'dates', jsonb_build_object(
      'starts_at', p_event.starts_at,
      'ends_at', p_event.ends_at,
      'date_precision', p_event.date_precision,
      'previous_starts_at', p_event.previous_starts_at,
      'news_at', p_event.news_at
    )
  );
$$;

comment on function private.event_as_imported is
  'Returns what an import can change of an event, and the fields that describe how its date was announced, so that an undo can restore them.';


-- events/event_changes.sql

create function private.event_changes(p_event public.events, p_checked jsonb) returns jsonb
language sql
stable
as $$
  select private.import_changes(
    there.fields,
    (
      select coalesce(jsonb_object_agg(s.key, s.value), '{}')
      from jsonb_each(p_checked) s
      where p_checked -> 'says' ? s.key
        -- Ignores values that our own calendars wrote in a different form, when an event from them is imported again.
        and not (
          p_checked ->> 'uid' like p_event.id || '@%'
          and coalesce(
            case s.key
              when 'about' then regexp_replace(s.value #>> '{}', '\s+https?://[^/]+/(events/)?' || p_event.address || '$', '')
                in (p_event.summary, concat_ws(E'\n\n', p_event.summary, nullif(p_event.about, '')))
              when 'place' then s.value #>> '{}' = case p_event.meets when 'online' then 'Online: ' || p_event.place when 'both' then p_event.place || ', and online' end
              when 'ticket_url' then s.value #>> '{}' ~ ('^https?://[^/]+/(events/)?' || p_event.address || '$')
            end,
            false
          )
        )
    ) || case
      when p_checked -> 'says' ? 'dates'
        and (
          line.starts_at is distinct from p_event.starts_at
          or (line.ends_at is not null and line.ends_at is distinct from p_event.ends_at)
        )
        then jsonb_build_object(
          'dates',
          there.fields -> 'dates'
            || jsonb_build_object('starts_at', line.starts_at, 'ends_at', line.ends_at, 'date_precision', line.date_precision)
        )
      else '{}'
    end
  )
  from private.event_as_imported(p_event) as there (fields)
  cross join jsonb_to_record(p_checked) as line (starts_at timestamptz, ends_at timestamptz, date_precision text);
$$;

comment on function private.event_changes is
  'Returns what a line of a file would change of an event, in the form of import_changes, with the date as one field; if the line has no end and the same start, the end is not compared.';


-- events/event_for_visitors.sql

create function private.event_for_visitors(p_event public.events) returns jsonb
language sql
stable
return to_jsonb(p_event) - array[
    'search_text', 'relied_on', 'visibility', 'link_secret', 'address', 'is_listed', 'tells_undecided'
  ]
  || jsonb_build_object('key', p_event.address);

comment on function private.event_for_visitors is
  'Returns what emails and pages may say of an event, with its address as the key, as all that visitors get.';


-- events/keep_one_level.sql

create function private.keep_one_level() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  main public.events;
begin
  -- Locked, so that it cannot become an event for the people of another one at the same time.
  select e.* into main from public.events e where e.id = new.for_people_of for no key update;
  if new.for_people_of = new.id or main.for_people_of is not null or not main.takes_reservations or exists (select from public.events e where e.for_people_of = new.id) then
    raise exception 'events_for_people_of_fkey: an event for the people of another one has none of its own, and the other takes reservations'
      using errcode = 'foreign_key_violation', constraint = 'events_for_people_of_fkey';
  end if;
  return new;
end;
$$;

comment on function private.keep_one_level is
  'Trigger: an event can only be for the people of an event that takes reservations and is open to everyone, so that nobody needs a reservation to make a reservation.';


-- events/renew_event_link.sql

create function public.renew_event_link(p_event uuid, p_version timestamptz) returns public.renew_event_link_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
begin
  perform private.require_admin();
  select e.* into event from public.events e where e.id = p_event for no key update;
  if not found then
    return 'not-found';
  end if;
  if event.updated_at is distinct from p_version or event.visibility <> 'link' then
    return 'changed';
  end if;
  update private.previews p set expires_at = now() where p.event_id = p_event and p.expires_at > now();
  -- Whoever has the program of this event has the addresses of its workshops.
  with renewed as (
    update public.events e
      set link_secret = private.new_link_secret()
      where e.id = p_event or (e.for_people_of = p_event and e.visibility = 'link')
      returning e.id
  )
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select auth.uid(), (select u.email from auth.users u where u.id = auth.uid()), 'update', 'events', r.id::text,
      '{"columns": ["link_secret"]}'
    from renewed r;
  return 'renewed';
end;
$$;

-- for admins: writes the secret part of an event's address
grant execute on function public.renew_event_link to authenticated;

comment on function public.renew_event_link is
  'For admins: gives an event by link that is still as it was at p_version, and its workshops, new addresses; the former ones and preview links lead nowhere. The log names the change without the addresses. Returns renewed, changed or not-found.';


-- issues/event_in_issue.sql

create function private.event_in_issue(e public.events) returns jsonb
language sql
stable
return jsonb_build_object(
  'key', e.key,
  'title', e.title,
  'summary', e.summary,
  'starts_at', e.starts_at,
  'ends_at', e.ends_at,
  'date_precision', e.date_precision,
  'over_at', e.over_at,
  'time_note', e.time_note,
  'status', e.status,
  'meets', e.meets,
  'place', e.place,
  'has_recap', e.recap is not null or e.recap_url is not null
);

comment on function private.event_in_issue is
  'Returns what a line of a newsletter issue says of an event.';


-- likes/likes_personal_data.sql

create function private.likes_personal_data(p_account uuid) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'likes', (
      select coalesce(jsonb_agg(jsonb_build_object('resource', r.title, 'created_at', l.created_at) order by l.created_at, l.id), '[]')
      from public.resource_likes l
      join public.education_resources r on r.id = l.resource_id
      where l.user_id = p_account
    )
  );
$$;

comment on function private.likes_personal_data is
  'Returns the likes of an account; those of visitors cannot be attributed to a person.';


-- mail/mail_personal_data.sql

create function private.mail_personal_data(p_address text, p_mail_key text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'mails', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('purpose', m.purpose, 'state', m.state, 'created_at', m.created_at, 'settled_at', m.settled_at)
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.mails m
      where m.id in (select private.mails_to(p_address, p_mail_key))
    ),
    'counters', jsonb_build_object('mail_suppressions', (select count(*) from private.mail_suppressions s where s.address_key = p_mail_key))
  );
$$;

comment on function private.mail_personal_data is
  'Returns the emails to the owner of an address, and the number of streams that are suppressed for it.';


-- newsletter/newsletter_mail_content.sql

create function private.newsletter_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case p_purpose
  when 'newsletter-confirm' then (
    select to_jsonb(s) from public.newsletter_subscribers s where s.id = p_person and not s.suspected_spam
  )
  when 'newsletter-first' then (
    select jsonb_build_object(
        'id', s.id,
        'email', s.email,
        'link_generation', s.link_generation,
        'event', (
          select private.event_in_issue(e)
          from public.events e
          where e.is_listed and e.status = 'scheduled' and e.over_at > now() and e.for_people_of is null
          order by e.starts_at, e.key
          limit 1
        ),
        'issue', (
          select jsonb_build_object('slug', i.slug, 'subject', i.subject)
          from public.newsletter_issues i
          where i.sent_at <= now()
          order by i.sent_at desc
          limit 1
        )
      )
    from public.newsletter_subscribers s
    where s.id = p_person and not s.suspected_spam and s.confirmed_at is not null and s.left_at is null
      and private.sends_first_letter()
  )
  when 'newsletter-address' then (
    select jsonb_build_object('id', c.id, 'email', c.email)
    from private.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is null
  )
  when 'newsletter-address-changed' then (
    select jsonb_build_object('email', c.old_email)
    from private.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is not null
  )
end;

comment on function private.newsletter_mail_content is
  'Implements mail_content for the emails to single subscribers.';


-- pictures/picture_uses.sql

create function private.picture_uses(p_path text) returns jsonb
language sql
stable
as $$
  select coalesce(jsonb_agg(to_jsonb(u) order by u.kind, u.title, u.id), '[]')
  from (
    select 'event' as kind, e.id::text as id, e.title
      from public.events e
      where private.shows_picture(e.poster_path, p_path)
    union
    select 'place', p.id::text, p.name from public.places p where private.shows_picture(p.picture_path, p_path)
    union
    select 'speaker', s.event_id || '/programme/speakers/' || s.id, s.name
      from public.speakers s
      where private.shows_picture(s.picture_path, p_path)
    union
    select a.kind, a.id::text, r.title
      from public.articles a
      join public.article_revisions r on r.article_id = a.id and r.number in (a.revision, a.published_revision)
      where private.pictures_in(r.markdown, r.picture_path) @> array[substring(p_path from '[0-9a-f]{32}')]
    union
    select 'issue', i.id::text, i.subject
      from public.newsletter_issues i
      where private.shows_picture(i.markdown, p_path)
    union
    select 'site', s.id, '' from public.site_settings s where private.shows_picture(s.settings::text, p_path)
  ) u
$$;

comment on function private.picture_uses is
  'Returns what shows a picture: [{kind: event, place, speaker, article, guide, issue or site, id, title}]. For articles, the latest and the published text count; for a speaker, whose page is below that of their event, id is the rest of its path.';


-- programme/correction_version.sql

create function private.correction_version(p_speaker uuid) returns text
language sql
stable
return (
  select md5(c.correction::text || private.speaker_words(c.speaker_id)::text)
  from private.speaker_contacts c
  where c.speaker_id = p_speaker
);

comment on function private.correction_version is
  'Returns a digest that changes when the waiting correction of a speaker, or a text that it may be about, changes; null if none is waiting.';


-- programme/edited_programme.sql

create function public.edited_programme(p_event uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'event', jsonb_build_object('id', e.id, 'key', e.address, 'title', e.title, 'is_published', e.is_published, 'status', e.status, 'over_at', e.over_at,
      'takes_reservations', e.takes_reservations, 'meets', e.meets),
    'published_at', (select p.published_at from public.programmes p where p.id = e.id),
    'rooms', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'floor', r.floor, 'steps', r.steps, 'seats', r.seats, 'updated_at', r.updated_at) order by r.id), '[]')
      from public.rooms r
      where r.event_id = e.id
    ),
    'speakers', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.name, s.number), '[]') from public.speakers s where s.event_id = e.id
    ),
    'workshops', (
      select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'title', w.title) order by w.starts_at, w.id), '[]')
      from public.events w
      where w.for_people_of = e.id
    ),
    'talks', (
      select coalesce(
        jsonb_agg(
          to_jsonb(t)
          || jsonb_build_object('speakers', (select coalesce(jsonb_agg(s.speaker_id order by s.position), '[]') from public.talk_speakers s where s.talk_id = t.id))
          order by t.starts_at nulls last, t.room_id, t.number
        ),
        '[]'
      )
      from public.talks t
      where t.event_id = e.id
    )
  )
  from public.events e
  where e.id = p_event and (select public.is_admin())
);

-- for members: reads the talks, rooms and speakers of an event; nothing for a caller who is not an admin
grant execute on function public.edited_programme to authenticated;

comment on function public.edited_programme is
  'For admins: returns {event, published_at, rooms, speakers, workshops, talks} of an event, including drafts, each talk with the ids of its speakers; the key of the event is its address; null if there is no such event, or the caller is not an admin.';


-- programme/may_correct.sql

create function private.may_correct(p_speaker uuid) returns boolean
language sql
stable
return exists (
  select from public.speakers s
  join public.events e on e.id = s.event_id
  where s.id = p_speaker and (e.over_at is null or e.over_at > now() or e.status = 'postponed')
);

comment on function private.may_correct is
  'Whether a speaker may still correct their texts: until the event is over.';


-- programme/own_agenda.sql

create function private.own_agenda(p_entry uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object('talks', coalesce(to_jsonb(a.talks), '[]'), 'stored_at', a.stored_at)
  from public.reservations r
  join public.events e on e.id = r.event_id and e.is_published
  join public.programmes p on p.id = e.id and p.published_at is not null
  left join private.agendas a on a.entry_id = r.id
  where r.id = p_entry and r.state = 'placed' and r.hold_until is null
);

comment on function private.own_agenda is
  'Returns {talks, stored_at}: the talk numbers that a person with a spot has stored from a published program, initially none; null if nothing can be stored.';


-- programme/programme_facts.sql

create function private.programme_facts(p_event uuid, p_talk integer, p_speaker integer, p_texts boolean) returns jsonb
language sql
stable
return (
  with talk as (
    select t.*
    from public.talks t
    where t.event_id = p_event
      and (p_talk is null or (t.number = p_talk and t.is_announced))
      and (
        p_speaker is null
        or (
          t.is_announced
          and exists (select from public.talk_speakers s join public.speakers p on p.id = s.speaker_id where s.talk_id = t.id and p.number = p_speaker)
        )
      )
    order by t.starts_at nulls last, t.room_id, t.number
    limit 500
  ),
  -- The speakers of a talk that is not announced are not revealed.
  speech as (
    select s.talk_id, p.number as speaker, s.position, p.id
    from talk t
    join public.talk_speakers s on s.talk_id = t.id
    join public.speakers p on p.id = s.speaker_id
    where t.is_announced
  )
  select jsonb_build_object(
    'event', jsonb_build_object(
      'key', e.address, 'title', e.title, 'place', e.place, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'date_precision', e.date_precision,
      'over_at', e.over_at, 'time_note', e.time_note, 'status', e.status
    ),
    'published_at', (select p.published_at from public.programmes p where p.id = e.id),
    'rooms', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'floor', r.floor, 'steps', r.steps, 'seats', r.seats) order by r.id), '[]')
      from public.rooms r
      where r.event_id = e.id and exists (select from talk t where t.room_id = r.id)
    ),
    'talks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', t.number, 'kind', t.kind, 'starts_at', t.starts_at, 'ends_at', t.ends_at, 'room', t.room_id, 'status', t.status,
            'sequence', t.sequence, 'updated_at', t.updated_at)
          || case
            when t.is_announced then
              jsonb_build_object(
                'title', t.title, 'language', t.language, 'level', t.level, 'slides_url', t.slides_url, 'recording_url', t.recording_url,
                'workshop', (
                  select private.workshop_facts(w)
                  from public.events w
                  where w.id = t.workshop_id and w.for_people_of = t.event_id and w.is_published
                    and (w.is_listed or e.visibility = 'link')
                ),
                'speakers', (select coalesce(jsonb_agg(s.speaker order by s.position), '[]') from speech s where s.talk_id = t.id)
              )
              || case when p_talk is not null or p_texts then jsonb_build_object('abstract', t.abstract, 'id', t.id) else '{}' end
            else '{}'
          end
          order by t.starts_at nulls last, t.room_id, t.number
        ),
        '[]'
      )
      from talk t
    ),
    'gone', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', g.number, 'title', g.title, 'starts_at', g.starts_at, 'ends_at', g.ends_at, 'sequence', g.sequence, 'gone_at', g.gone_at)
          order by g.number
        ),
        '[]'
      )
      from (
        select * from private.gone_talks where event_id = e.id and p_talk is null and p_speaker is null order by number desc limit 500
      ) g
    ),
    'changes', (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.changed_at desc, c.number), '[]')
      from (
        select d.number, d.what, d.title, d.changed_at, d.starts_at, d.ends_at, r.name as room
        from private.changes_of(p_event) d
        left join public.rooms r on r.id = d.room_id
        where p_talk is null and p_speaker is null
        order by d.changed_at desc, d.number
        limit 10
      ) c
    ),
    'speakers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', s.number, 'name', s.name, 'organization', s.organization)
          || case
            when p_talk is not null or p_speaker is not null then
              jsonb_build_object(
                'biography', s.biography, 'link_url', s.link_url, 'picture_path', s.picture_path, 'picture_alt', s.picture_alt,
                'picture_width', s.picture_width, 'picture_height', s.picture_height
              )
            when p_texts then jsonb_build_object('id', s.id)
            else '{}'
          end
          order by s.name, s.number
        ),
        '[]'
      )
      from public.speakers s
      where s.id in (select h.id from speech h)
    )
  )
  from public.events e
  where e.id = p_event
);

comment on function private.programme_facts is
  'Returns the program of an event as visitors see a published one, {event, published_at, rooms, talks, gone, changes, speakers}, or of one talk by its number, or the talks of one speaker, with texts; p_texts adds all abstracts. A talk that is not announced has only kind, time, room and status.';


-- programme/programme_personal_data.sql

create function private.programme_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'speakers', coalesce(
      jsonb_agg(
        to_jsonb(c) - array['speaker_id', 'link_digest'] || jsonb_build_object('speaker', s.name, 'event', e.title)
        order by e.starts_at, s.number
      ),
      '[]'
    )
  )
  from private.speaker_contacts c
  join public.speakers s on s.id = c.speaker_id
  join public.events e on e.id = s.event_id
  where lower(c.email) = p_address;
$$;

comment on function private.programme_personal_data is
  'Returns where the owner of an address is asked for corrections as a speaker, with a waiting correction.';


-- programme/read_programme.sql

create function public.read_programme(p_key text, p_talk integer default null, p_speaker integer default null, p_texts boolean default false) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('programme', (
  select private.programme_facts(e.id, p_talk, p_speaker, p_texts)
  from public.events e
  join public.programmes p on p.id = e.id
  where e.address = p_key and e.is_published and p.published_at is not null
));

grant execute on function public.read_programme to anon;

comment on function public.read_programme is
  'Returns {programme}: the published program of a published event as in programme_facts, or of one talk or one speaker by number; with p_texts, with the abstract of each talk; null if there is none.';


-- programme/read_speakers.sql

create function public.read_speakers(p_key text) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('found', (
  select jsonb_build_object(
    'event', jsonb_build_object('key', e.address, 'title', e.title),
    'speakers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'number', s.number, 'name', s.name, 'organization', s.organization, 'picture_path', s.picture_path, 'picture_alt', s.picture_alt,
            'picture_width', s.picture_width, 'picture_height', s.picture_height
          )
          order by s.name, s.number
        ),
        '[]'
      )
      from public.speakers s
      where s.event_id = e.id and private.is_speaking(s.id)
    )
  )
  from public.events e
  join public.programmes p on p.id = e.id
  where e.address = p_key and e.is_published and p.published_at is not null
));

grant execute on function public.read_speakers to anon;

comment on function public.read_speakers is
  'Returns {found: {event, speakers}}: the speakers of announced talks in the published program of a published event, by name; null if there is no such program.';


-- programme/speaker_contacts.sql

create function public.speaker_contacts(p_event uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'speaker', c.speaker_id, 'email', c.email, 'asked_at', c.asked_at, 'has_link', c.link_digest is not null, 'sent_at', c.sent_at,
        'settled_at', c.settled_at, 'is_taken', c.is_taken, 'correction', c.correction,
        'words', case when c.correction is not null then private.speaker_words(c.speaker_id) end,
        'version', private.correction_version(c.speaker_id), 'may_correct', private.may_correct(c.speaker_id)
      )
      order by c.sent_at, c.speaker_id
    ),
    '[]'
  )
  from private.speaker_contacts c
  join public.speakers s on s.id = c.speaker_id
  where s.event_id = p_event and public.is_admin()
);

-- for members: reads where the speakers of an event are asked for corrections; nothing for a caller who is not an admin
grant execute on function public.speaker_contacts to authenticated;

comment on function public.speaker_contacts is
  'For admins: returns [{speaker, email, asked_at, has_link, sent_at, settled_at, is_taken, correction, words, version, may_correct}] of an event, longest-waiting corrections first; an empty list for a caller who is not an admin.';


-- proposals/call_is_open.sql

create function private.call_is_open(p_event uuid) returns boolean
language sql
stable
return exists (
  select from private.talk_calls c
  join public.events e on e.id = c.event_id
  where c.event_id = p_event and c.deadline > now() and e.is_published and e.status <> 'cancelled' and coalesce(e.over_at > now(), true)
);

comment on function private.call_is_open is
  'Whether a visible event accepts talk proposals.';


-- proposals/edited_call.sql

create function public.edited_call(p_event uuid, p_page integer default 1, p_proposal uuid default null) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select jsonb_build_object(
    'call', (select to_jsonb(c) - 'event_id' from private.talk_calls c where c.event_id = e.id),
    'proposals', (
      select coalesce(jsonb_agg(to_jsonb(p) - array['event_id', 'link_digest', 'confirm_by'] order by p.created_at, p.id), '[]')
      from (
        select p.*
        from private.talk_proposals p
        where p.event_id = e.id and p.confirmed_at is not null and (p_proposal is null or p.id = p_proposal)
        order by p.created_at, p.id
        limit 50
        offset 50 * (least(greatest(coalesce(p_page, 1), 1), 1000) - 1)
      ) p
    ),
    'total', (select count(*) from private.talk_proposals p where p.event_id = e.id and p.confirmed_at is not null)
  )
  from public.events e
  where e.id = p_event and public.is_admin()
);

-- for members: reads the talks that were proposed for an event; nothing for a caller who is not an admin
grant execute on function public.edited_call to authenticated;

comment on function public.edited_call is
  'For admins: returns {call, proposals, total} of an event: a page of 50 of the confirmed proposals, earliest first, or only p_proposal; null if there is no such event, or the caller is not an admin.';


-- proposals/proposal_page.sql

create function public.proposal_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'event', jsonb_build_object('key', e.address, 'title', e.title), 'deadline', c.deadline, 'is_open', private.call_is_open(e.id),
    'title', p.title, 'kind', p.kind, 'abstract', p.abstract, 'name', p.name, 'email', p.email,
    'state', case when p.state = 'discussed' then 'new' else p.state end, 'confirm_by', p.confirm_by, 'confirmed_at', p.confirmed_at
  )
  from private.talk_proposals p
  join public.events e on e.id = p.event_id
  left join private.talk_calls c on c.event_id = e.id
  where p.link_digest = p_token_digest
), '{}');

grant execute on function public.proposal_page to service_role;

comment on function public.proposal_page is
  'Returns what a person who has proposed a talk sees by their link: {event, deadline, is_open, title, kind, abstract, name, email, state: new, accepted or declined, confirm_by, confirmed_at}; an empty object for a link that leads nowhere.';


-- proposals/proposals_mail_content.sql

create function private.proposals_mail_content(p_purpose text, p_person uuid) returns jsonb
language sql
stable
return case
  when p_purpose in ('proposal-confirm', 'proposal-answer') then (
    select jsonb_build_object('id', p.id, 'email', p.email, 'event', e.title, 'confirm_by', p.confirm_by)
      || case
        when p_purpose = 'proposal-answer' then
          jsonb_build_object(
            'name', p.name, 'title', p.title, 'state', p.state, 'text', case p.state when 'accepted' then c.accepted_text else c.declined_text end
          )
        else '{}'
      end
    from private.talk_proposals p
    join public.events e on e.id = p.event_id
    join private.talk_calls c on c.event_id = e.id
    where p.id = p_person and (p_purpose = 'proposal-confirm' or p.decided_at is not null)
  )
end;

comment on function private.proposals_mail_content is
  'Implements mail_content for the emails to people who have proposed a talk. The email that asks to confirm the address contains nothing they typed, because the address may not be theirs.';


-- proposals/proposals_personal_data.sql

create function private.proposals_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'proposals', coalesce(
      jsonb_agg(to_jsonb(p) - array['id', 'event_id', 'link_digest'] || jsonb_build_object('event', e.title) order by p.created_at, p.id),
      '[]'
    )
  )
  from private.talk_proposals p
  join public.events e on e.id = p.event_id
  where lower(p.email) = p_address;
$$;

comment on function private.proposals_personal_data is
  'Returns the talk proposals of the owner of an address.';


-- proposals/talk_call.sql

create function public.talk_call(p_key text) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('call', (
  select jsonb_build_object('event', jsonb_build_object('key', e.address, 'title', e.title), 'deadline', c.deadline, 'about', c.about, 'is_open', private.call_is_open(e.id))
  from private.talk_calls c
  join public.events e on e.id = c.event_id
  where e.address = p_key and e.is_published
));

grant execute on function public.talk_call to anon;

comment on function public.talk_call is
  'Returns {call: {event, deadline, about, is_open}} of a visible event; null if it has no call.';


-- questions/answers_end.sql

create function private.answers_end(p_event public.events) returns timestamptz
language sql
stable
return case p_event.status
  when 'cancelled' then '-infinity'::timestamptz
  when 'postponed' then 'infinity'::timestamptz
  else least(
    'infinity'::timestamptz,
    case when p_event.date_precision in ('exact', 'day') then p_event.starts_at else p_event.over_at end,
    -- A day that had passed when the event got its date was meant for another evening.
    case when p_event.answers_until >= (p_event.dated_at at time zone public.site_time_zone())::date
      then (p_event.answers_until + 1)::timestamp at time zone public.site_time_zone()
    end
  )
end;

comment on function private.answers_end is
  'Returns until when people may change their answers: the end of the day that the organizers set, but no later than the start; for a month or quarter its end.';


-- questions/change_answers.sql

create function public.change_answers(p_token_digest text, p_answers jsonb) returns public.change_answers_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own public.waitlist_entries;
  event public.events;
  attends_at text;
  before jsonb;
begin
  -- Like a sign-up, it makes an admin who changes a question wait, and locks the event first.
  select e.* into event
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    join public.events e on e.id = w.event_id
    where l.token_digest = p_token_digest
    for share of e;
  select w.* into own
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if private.answers_end(event) <= now() or not exists (select from private.questions_of(own.id)) then
    return 'closed';
  end if;
  attends_at := coalesce(
    (select r.attends from public.reservations r where r.id = own.id),
    private.attends_at(event, null)
  );
  if not private.are_answered(event, attends_at, p_answers, own.id) then
    return 'not-answered';
  end if;
  before := private.answers_of(own.id);
  perform private.store_answers(own.id, event, attends_at, p_answers);
  update public.waitlist_entries w
    set answers_changed_at = now()
    where w.id = own.id and private.answers_of(own.id) <> before;
  return 'changed';
end;
$$;

grant execute on function public.change_answers to service_role;

comment on function public.change_answers is
  'Replaces what the holder of this link answers to the questions that they are asked, until answers_end; answers to closed questions stay. p_answers is as are_answered takes it.';


-- questions/question_counts.sql

create function public.question_counts(p_event uuid) returns table (
  question_id uuid,
  asked bigint,
  answered bigint,
  chosen jsonb,
  total bigint,
  smallest integer,
  largest integer
)
language sql
stable
as $$
  with counted as (
    select w.id, coalesce(r.attends, nullif(e.meets, 'both')) as attends
    from public.events e
    join public.waitlist_entries w on w.event_id = e.id and not w.suspected_spam
    left join public.reservations r on r.id = w.id
    where e.id = p_event and (r.state = 'placed' or not e.takes_reservations)
  )
  select q.id, n.*, coalesce(choices.people, '{}'), numbers.*
  from public.event_questions q
  cross join lateral (
    select count(*), count(a.value)
    from counted c
    left join public.entry_answers a on a.entry_id = c.id and a.question_id = q.id
    where q.asked_of in ('all', c.attends) or a.value is not null
  ) n (asked, answered)
  cross join lateral (
    select jsonb_object_agg(o.choice, o.people)
    from (
      select choice, count(*) as people
      from counted c
      join public.entry_answers a on a.entry_id = c.id and a.question_id = q.id
      cross join jsonb_array_elements_text(a.value) choice
      where q.kind in ('one', 'several', 'yes-no')
      group by choice
    ) o
  ) choices (people)
  cross join lateral (
    select sum(given.number), min(given.number), max(given.number)
    from counted c
    join public.entry_answers a on a.entry_id = c.id and a.question_id = q.id
    cross join lateral (select case when q.kind = 'number' then (a.value ->> 0)::integer end) given (number)
  ) numbers
  where q.event_id = p_event;
$$;

-- for members: reads counts of the answers that they may read
grant execute on function public.question_counts to authenticated;

comment on function public.question_counts is
  'For admins: counts, for each question of an event, who is asked and who answered, how many chose what, and what numbers add up to: of people with a spot, or of a whole waitlist. It names nobody and returns no text.';


-- questions/questions_for.sql

create function private.questions_for(p_event public.events, p_attends text) returns setof public.event_questions
language sql
stable
as $$
  select q.*
  from public.event_questions q
  where q.event_id = p_event.id
    and q.closed_at is null
    -- People who sign up after the event wait for the next edition, which has questions of its own.
    and (p_event.over_at is null or p_event.over_at > now() or p_event.status = 'postponed')
    and case
      when p_event.meets = 'both' and not p_event.takes_reservations then q.asked_of = 'all'
      else q.asked_of in ('all', p_attends)
    end;
$$;

comment on function private.questions_for is
  'Returns what a person who attends in the room or online is asked when they sign up for an event.';


-- questions/questions_of.sql

create function private.questions_of(p_entry uuid) returns setof public.event_questions
language sql
stable
as $$
  select q.*
  from public.waitlist_entries w
  join public.events e on e.id = w.event_id
  left join public.reservations r on r.id = w.id
  cross join private.questions_for(e, coalesce(r.attends, private.attends_at(e, null))) q
  where w.id = p_entry and not w.suspected_spam and coalesce(r.state in ('placed', 'offered', 'waiting', 'asked'), true);
$$;

comment on function private.questions_of is
  'Returns what a person who has signed up is asked: nothing once they have no spot, and neither wait nor ask for one.';


-- questions/store_answers.sql

create function private.store_answers(p_entry uuid, p_event public.events, p_attends text, p_answers jsonb) returns void
language sql
as $$
  delete from public.entry_answers a
    using private.questions_for(p_event, p_attends) q
    where a.entry_id = p_entry and a.question_id = q.id and not p_answers ? q.id::text;
  insert into public.entry_answers as given (entry_id, question_id, value)
    select p_entry, q.id, p_answers -> q.id::text
    from private.questions_for(p_event, p_attends) q
    where p_answers ? q.id::text
    on conflict (entry_id, question_id) do update set value = excluded.value, answered_at = now();
$$;

comment on function private.store_answers is
  'Stores what an entry answers to all that it is asked, as are_answered takes it.';


-- search/fold_lines.sql

create function private.fold_lines(value text) returns text
language sql
immutable
strict
parallel safe
return (
  select coalesce(string_agg(' ' || private.fold_words(line) || ' ', chr(10) order by place), '')
  from unnest(string_to_array(value, chr(10))) with ordinality as lines (line, place)
);

comment on function private.fold_lines is
  'Returns fold_words of each line, with a space before and after every word.';


-- series/add_edition.sql

create function private.add_edition(
  p_template public.events,
  p_series uuid,
  p_key text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_is_published boolean
) returns uuid
language plpgsql
as $$
declare
  shift constant interval := p_starts_at - p_template.starts_at;
  edition uuid;
begin
  execute (
    select format(
      'insert into public.events (
         key, starts_at, ends_at, date_precision, series_id, sign_up_opens_at, sign_up_closes_at, is_published, %s
       ) values ($2, $3, $4, $5, $6, $7, $8, $9, %s) returning id',
      string_agg(quote_ident(name), ', '), string_agg('$1.' || quote_ident(name), ', ')
    )
    from unnest(private.copied_settings()) name
  ) into edition using
    p_template, p_key, p_starts_at, p_ends_at,
    case when p_starts_at is null then 'tba' when p_template.date_precision = 'day' then 'day' else 'exact' end,
    p_series, p_template.sign_up_opens_at + shift, p_template.sign_up_closes_at + shift, p_is_published;
  perform private.copy_questions(p_template.id, edition);
  return edition;
end;
$$;

comment on function private.add_edition is
  'Adds an event with the texts, poster and settings of another one, with the sign-up dates moved accordingly. Returns its id.';


-- series/change_editions.sql

create function public.change_editions(
  p_event uuid,
  p_version timestamptz,
  p_fields jsonb,
  p_asked uuid[],
  p_chosen uuid[]
) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  before public.events;
  after public.events;
  template public.events;
  edition public.events;
  changed text[];
  to_ask jsonb;
  count_changed integer := 0;
  violated text;
begin
  perform private.require_admin();
  -- The job that makes editions takes the same lock.
  perform from public.series s join public.events e on e.series_id = s.id where e.id = p_event for no key update of s;
  -- Keeps anyone from signing up for one of them between the question and the change.
  perform from public.events e
    where e.id = p_event
      or e.starts_at > now() and e.series_id = (select this.series_id from public.events this where this.id = p_event)
    order by e.id
    for no key update;
  select e.* into before from public.events e where e.id = p_event;
  if not found then
    return jsonb_build_object('outcome', 'not-found');
  end if;
  after := jsonb_populate_record(before, p_fields);
  if before.updated_at is distinct from p_version then
    return jsonb_build_object('outcome', 'changed');
  end if;
  if before.series_id is null or after.series_id is distinct from before.series_id then
    return jsonb_build_object('outcome', 'other-series');
  end if;
  select t.* into template from private.template_of(before.series_id) t;
  select array_agg(now_.key) into changed
    from jsonb_each(private.edition_says(after)) now_
    where now_.value is distinct from private.edition_says(before) -> now_.key
      and case now_.key
        when 'hours' then 'null' not in (now_.value::text, (private.edition_says(before) -> 'hours')::text)
        -- Sign-up times are absolute: they do not change when only the event moves.
        when 'sign_up_opens_at' then after.sign_up_opens_at is distinct from before.sign_up_opens_at
        when 'sign_up_closes_at' then after.sign_up_closes_at is distinct from before.sign_up_closes_at
        else true
      end;
  changed := coalesce(changed, '{}');

  select jsonb_agg(to_jsonb(l) order by l.starts_at, l.id) into to_ask
    from private.later_editions(before, template) l
    where changed <> '{}' and (l.is_edited or l.people > 0);
  if exists (select from jsonb_array_elements(to_ask) asked where (asked ->> 'id')::uuid <> all (p_asked)) then
    return jsonb_build_object('outcome', 'asks', 'editions', to_ask);
  end if;

  begin
    perform private.write_event(after);
    if template.id is not null then
      update private.series_templates t
        set event = to_jsonb(private.changed_edition(template, after, changed))
        where t.series_id = before.series_id;
    end if;
    for edition in
      select e.*
      from private.later_editions(before, template) l
      join public.events e on e.id = l.id
      where changed <> '{}' and (l.id = any (p_chosen) or not l.is_edited and l.people = 0)
      order by e.id
    loop
      perform private.write_event(private.changed_edition(edition, after, changed));
      count_changed := count_changed + 1;
    end loop;
  exception
    when unique_violation then
      return jsonb_build_object('outcome', 'position-taken');
    when foreign_key_violation then
      get stacked diagnostics violated = constraint_name;
      return jsonb_build_object('outcome', case violated
        when 'a_place_is_taken' then 'place-taken'
        when 'people_ask' then 'people-ask'
        when 'events_for_people_of_fkey' then 'no-main-event'
        when 'events_place_id_fkey' then 'no-place'
        when 'people_are_signed_up' then 'people-signed-up'
        when 'workshops_need_reservations' then 'has-workshops'
        else 'spots-given'
      end, 'title', edition.title, 'starts_at', edition.starts_at);
    when check_violation then
      if edition.id is null then
        raise;
      end if;
      return jsonb_build_object('outcome', 'does-not-fit', 'title', edition.title, 'starts_at', edition.starts_at);
  end;
  return jsonb_build_object('outcome', 'saved', 'changed', count_changed);
end;
$$;

-- for admins: writes an event and the later editions of its series
grant execute on function public.change_editions to authenticated;

comment on function public.change_editions is
  'For admins: saves an event that is still as it was at p_version, and applies the same changes to the template and to the later editions that are untouched; of those edited by hand or with people on their waitlists, only to p_chosen. Returns {outcome: saved, changed}, or changes nothing and returns {outcome: asks, editions} if one of these is not among p_asked, or {outcome, title, starts_at} of the edition that stands in the way.';


-- series/changed_edition.sql

create function private.changed_edition(p_edition public.events, p_from public.events, p_changed text[]) returns public.events
language plpgsql
stable
as $$
declare
  zone constant text := public.site_time_zone();
  changed public.events := jsonb_populate_record(p_edition, (
    select coalesce(jsonb_object_agg(c.key, c.value), '{}')
    from jsonb_each(to_jsonb(p_from)) c
    where c.key = any (p_changed) and c.key = any (private.copied_settings())
  ));
begin
  changed.online_limit := case when changed.meets = 'both' then coalesce(changed.online_limit, p_from.online_limit, p_edition.online_limit) end;
  -- How people sign up is in two columns, which only make sense together.
  if p_changed && array['takes_reservations', 'admission'] then
    changed.takes_reservations := p_from.takes_reservations;
    changed.admission := p_from.admission;
  end if;
  if changed.admission = 'none' then
    changed.ticket_url := null;
  end if;
  if not changed.takes_reservations then
    changed.for_people_of := null;
  elsif changed.for_people_of is not null then
    changed.party_limit := 1;
  end if;
  if changed.admission = 'asked' and (changed.for_people_of is not null or not changed.takes_reservations) then
    changed.admission := 'open';
  end if;
  if changed.takes_reservations then
    -- An event that takes reservations has a limit and no external ticket link.
    changed.attendee_limit := coalesce(changed.attendee_limit, p_from.attendee_limit, p_edition.attendee_limit);
    if 'takes_reservations' = any (p_changed) then
      changed.ticket_url := null;
    end if;
  end if;
  if 'hours' = any (p_changed) and p_edition.date_precision in ('exact', 'day') then
    changed.date_precision := p_from.date_precision;
    changed.starts_at := ((p_edition.starts_at at time zone zone)::date + (p_from.starts_at at time zone zone)::time) at time zone zone;
    changed.ends_at := changed.starts_at + (p_from.ends_at - p_from.starts_at);
  end if;
  if 'sign_up_opens_at' = any (p_changed) and changed.starts_at is not null then
    changed.sign_up_opens_at := changed.starts_at - (p_from.starts_at - p_from.sign_up_opens_at);
  end if;
  if 'sign_up_closes_at' = any (p_changed) and changed.starts_at is not null then
    changed.sign_up_closes_at := changed.starts_at - (p_from.starts_at - p_from.sign_up_closes_at);
  end if;
  return changed;
end;
$$;

comment on function private.changed_edition is
  'Returns an edition with the changed fields (named as in edition_says) copied from another event; it keeps its day.';


-- series/edition_says.sql

create function private.edition_says(p_edition public.events) returns jsonb
language sql
stable
return (
  select jsonb_object_agg(c.key, c.value)
  from jsonb_each(to_jsonb(p_edition)) c
  where c.key = any (private.copied_settings())
) || jsonb_build_object(
  -- The words of a chosen place follow it, also in a template that was copied before they were corrected.
  'place', case when p_edition.place_id is null then p_edition.place end,
  'hours', case
    when p_edition.date_precision in ('exact', 'day') then jsonb_build_array(
      p_edition.date_precision,
      (p_edition.starts_at at time zone public.site_time_zone())::time,
      extract(epoch from p_edition.ends_at - p_edition.starts_at)
    )
  end,
  'sign_up_opens_at', extract(epoch from p_edition.starts_at - p_edition.sign_up_opens_at),
  'sign_up_closes_at', extract(epoch from p_edition.starts_at - p_edition.sign_up_closes_at)
);

comment on function private.edition_says is
  'Returns what editions of a series have in common regardless of their dates: copied_settings, hours, and how long before the start sign-up opens and closes.';


-- series/is_to_announce.sql

create function private.is_to_announce(p_event public.events) returns boolean
language sql
stable
return p_event.is_listed
  and p_event.status = 'scheduled'
  and p_event.date_precision in ('exact', 'day')
  and p_event.starts_at > now()
  and not private.is_sample_event(p_event.id);

comment on function private.is_to_announce is
  'Whether subscribers of its series may be notified of an edition in its current state: everyone may see it, it takes place on a known day in the future, and is not a sample.';


-- series/later_editions.sql

create function private.later_editions(p_event public.events, p_template public.events)
returns table (
  id uuid,
  key text,
  title text,
  starts_at timestamptz,
  date_precision text,
  status text,
  is_published boolean,
  is_edited boolean,
  people integer
)
language sql
stable
as $$
  select e.id, e.key, e.title, e.starts_at, e.date_precision, e.status, e.is_published,
    e.status <> 'scheduled'
      or e.ticket_url is not null
      or coalesce(o.day <> (e.starts_at at time zone public.site_time_zone())::date, false)
      or private.edition_says(e) is distinct from private.edition_says(case when p_template.id is null then p_event else p_template end),
    (select count(*)::integer from public.waitlist_entries w where w.event_id = e.id and not w.suspected_spam)
  from public.events e
  left join private.occurrences o on o.event_id = e.id
  where e.series_id = p_event.series_id
    and e.id <> p_event.id
    and e.starts_at > greatest(p_event.starts_at, now());
$$;

comment on function private.later_editions is
  'Returns the upcoming editions of the same series that are later than an event, whether each was edited by hand (it differs in more than its day from the template, or from the event if there is no template), and the number of people on its waitlist.';


-- series/move_to_next_edition.sql

create function private.move_to_next_edition(p_series uuid, p_visibility text) returns void
language plpgsql
as $$
declare
  next public.events;
  people uuid[];
begin
  select e.* into next
    from public.events e
    where e.series_id = p_series and e.is_published and e.status = 'scheduled' and e.starts_at > now()
      and e.admission <> 'none'
      and (e.is_listed or p_visibility = 'link')
    order by e.starts_at, e.id
    limit 1;
  if not found then
    return;
  end if;
  select array_agg(waiting.id) into people
    from (
      select distinct on (lower(w.email), w.suspected_spam) w.id
      from public.events e
      join public.waitlist_entries w on w.event_id = e.id and w.created_at >= e.over_at
      where e.series_id = p_series
        and e.visibility = p_visibility
        and e.over_at <= now()
        and e.id <> next.id
        and not exists (select from public.reservations r where r.id = w.id and r.state <> 'set-aside')
        and not exists (
          select from public.waitlist_entries other
          join public.events o on o.id = other.event_id
          where lower(other.email) = lower(w.email)
            and other.suspected_spam = w.suspected_spam
            and o.series_id = p_series
            and o.starts_at > w.created_at
            and o.is_published
        )
      order by lower(w.email), w.suspected_spam, w.created_at, w.id
    ) waiting;
  if people is null then
    return;
  end if;
  perform private.lock_lines(next.id);
  delete from public.reservations r where r.id = any (people);
  update public.waitlist_entries w set event_id = next.id, came_by = null where w.id = any (people);
  if next.takes_reservations then
    perform private.line_up(next.id);
  end if;
end;
$$;

comment on function private.move_to_next_edition is
  'Moves people who joined the waitlist of an edition (public or by link) after it was over to that of the next published edition, as they were promised: from a public one to a public one, from one by link to either. Except people who have joined that of a later edition themselves.';


-- series/plan_of_series.sql

create function private.plan_of_series(p_series public.series, p_count integer)
returns table (day date, state text, event_id uuid, key text, starts_at timestamptz, ends_at timestamptz)
language sql
stable
as $$
  with clock as (
    select now() at time zone public.site_time_zone() as local, (t.event ->> 'starts_at')::timestamptz as template_starts_at,
      (t.event ->> 'ends_at')::timestamptz as template_ends_at,
      ((t.event ->> 'starts_at')::timestamptz at time zone public.site_time_zone())::time as at_time,
      t.event ->> 'date_precision' in ('exact', 'day') as is_dated
    from (select) one
    left join private.series_templates t on t.series_id = p_series.id
  ),
  dates as (
    select d.day, d.number, (d.day + c.at_time) at time zone public.site_time_zone() as starts_at, c.*
    from clock c
    cross join unnest(public.series_dates(
      p_series.frequency, p_series.weekday, p_series.every_weeks, p_series.week_of_month, p_series.first_day, p_series.last_day,
      p_series.left_out, c.local::date + case when c.local::date + coalesce(c.at_time, '23:59') > c.local then 0 else 1 end, p_count
    )) with ordinality d(day, number)
  )
  select d.day,
    case
      when o.day is not null and o.event_id is null then 'deleted'
      when coalesce(o.event_id, e.id) is not null then 'made'
      when d.is_dated is not true then 'no-template'
      when exists (select from public.events other where other.key = p_series.key || '-' || d.day) then 'key-taken'
      when d.number <= p_series.editions_ahead then 'due'
      else 'later'
    end,
    coalesce(o.event_id, e.id),
    p_series.key || '-' || d.day,
    d.starts_at,
    d.starts_at + (d.template_ends_at - d.template_starts_at)
  from dates d
  left join private.occurrences o on o.series_id = p_series.id and o.day = d.day
  left join lateral (
    select added.id
    from public.events added
    where o.day is null
      and added.series_id = p_series.id
      and added.date_precision in ('exact', 'day')
      and added.starts_at >= d.day::timestamp at time zone public.site_time_zone()
      and added.starts_at < (d.day + 1)::timestamp at time zone public.site_time_zone()
      and not exists (select from private.occurrences other where other.event_id = added.id)
    order by added.created_at, added.id
    limit 1
  ) e on true
  order by d.day;
$$;

comment on function private.plan_of_series is
  'Returns the next dates of the rule of a series that are still ahead at the hour of the template, with the state of each: made (also by hand); deleted; due (within editions_ahead); later; key-taken (another event has the key) or no-template (there is none, or its day is not known).';


-- series/series_mail_content.sql

create function private.series_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case
  when p_purpose in ('series-confirm', 'series-editions') then (
    select jsonb_build_object(
      'id', s.id, 'email', s.email, 'confirm_by', s.confirm_by, 'confirmed_at', s.confirmed_at,
      'series', jsonb_build_object('key', g.key, 'name', g.name),
      'editions', news.editions
    )
    from private.series_subscriptions s
    join public.series g on g.id = s.series_id
    cross join lateral (
      select jsonb_agg(private.event_for_visitors(e) - 'is_published' order by e.starts_at, e.id) as editions
      from private.announced_editions a
      join public.events e on e.id = a.event_id
      where p_purpose = 'series-editions'
        and a.series_id = g.id
        and a.announcement = p_occurrence
        and e.series_id = g.id
        and private.is_to_announce(e)
    ) news
    where s.id = p_person
      and (p_purpose = 'series-confirm' or (s.confirmed_at is not null and news.editions is not null))
  )
end;

comment on function private.series_mail_content is
  'Implements mail_content for the emails to subscribers of a series; an email about new editions contains those that are still to be announced, and is null when there are none.';


-- series/series_of_event.sql

create function private.series_of_event(p_event public.events) returns uuid
language plpgsql
as $$
declare
  series uuid := p_event.series_id;
begin
  if series is not null then
    return series;
  end if;
  insert into public.series (key, name)
    values (
      case
        when char_length(p_event.key) > 60 or exists (select from public.series s where s.key = p_event.key) then left(gen_random_uuid()::text, 8)
        else p_event.key
      end,
      left(p_event.title, 100)
    )
    on conflict (folded_name) do update set name = public.series.name
    returning id into series;
  update public.events e set series_id = series where e.id = p_event.id;
  return series;
end;
$$;

comment on function private.series_of_event is
  'Returns the series of an event; if it has none, assigns it the series with its title, which is added if it does not exist.';


-- series/template_of.sql

create function private.template_of(p_series uuid) returns setof public.events
language sql
stable
rows 1
as $$
  select e.*
  from private.series_templates t
  join public.series s on s.id = t.series_id
  join public.events source on source.id = s.template_id
  cross join lateral jsonb_populate_record(source, t.event) e
  where t.series_id = p_series;
$$;

comment on function private.template_of is
  'Returns the event that editions of a series are copied from, as in its snapshot; no row if the event was deleted.';


-- series/write_event.sql

create function private.write_event(p_event public.events) returns void
language plpgsql
as $$
begin
  execute (
    select format('update public.events set %s where id = $1.id', string_agg(format('%1$I = $1.%1$I', name), ', '))
    from unnest(private.copied_settings() || array[
      'starts_at', 'ends_at', 'date_precision', 'ticket_url', 'status', 'is_published', 'tab_order', 'tab_label', 'recap',
      'recap_url', 'sign_up_opens_at', 'sign_up_closes_at', 'for_people_of'
    ]) name
  ) using p_event;
end;
$$;

comment on function private.write_event is
  'Writes all fields of an event''s form except its series.';


-- site/read_home.sql

create function public.read_home() returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  with ahead as (
    select e.id
    from public.events e
    where e.is_listed and e.status = 'scheduled' and (e.over_at is null or e.over_at > now())
    order by e.starts_at
    limit 3
  ),
  last as (
    select e.id
    from public.events e
    where e.is_listed and e.status = 'scheduled' and e.over_at <= now() and e.date_precision in ('exact', 'day')
    order by e.starts_at desc
    limit 1
  ),
  told as (
    select
      e.starts_at,
      private.event_for_visitors(e) - array[
        'about', 'answers_until', 'ask_days', 'dated_at', 'is_published', 'news_at', 'series_id', 'place_id', 'for_people_of'
      ] || jsonb_build_object(
        'event_spots',
        (
          select jsonb_agg(jsonb_build_object('attends', p.attends, 'taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up) order by p.attends desc)
          from public.event_spots p
          where p.event_id = e.id and e.meets in (p.attends, 'both')
        ),
        'people_of',
        (
          select jsonb_build_object('key', m.key, 'title', m.title, 'status', m.status)
          from public.events m
          where m.id = e.for_people_of and m.is_listed
        )
      ) as event
    from public.events e
    where e.id in (select a.id from ahead a union all select l.id from last l)
  )
  select jsonb_build_object(
    'events', (select coalesce(jsonb_agg(t.event order by t.starts_at desc), '[]') from told t),
    'articles', public.articles_page('article', 1, 1)
  )
);

grant execute on function public.read_home to service_role;

comment on function public.read_home is
  'Returns what Home shows: {events, articles}: the next three published events and the last one with a known day, and the latest article, as in articles_page.';


-- site/sitemap.sql

create function public.sitemap() returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object(
  'events', (
    select coalesce(jsonb_agg(jsonb_build_object('key', e.key, 'updated_at', e.updated_at) order by e.starts_at desc nulls last, e.key), '[]')
    from (select * from public.events where is_listed order by starts_at desc limit 1000) e
  ),
  'series', (
    select coalesce(jsonb_agg(jsonb_build_object('key', g.key, 'updated_at', g.updated_at) order by g.key), '[]')
    from (
      select s.key, max(e.updated_at) as updated_at
      from public.series s
      join public.events e on e.series_id = s.id and e.is_listed
      group by s.key
      order by s.key
      limit 1000
    ) g
  ),
  'places', (
    select coalesce(jsonb_agg(jsonb_build_object('key', g.key, 'updated_at', g.updated_at) order by g.key), '[]')
    from (
      select p.key, greatest(p.updated_at, max(e.updated_at)) as updated_at
      from public.places p
      join public.events e on e.place_id = p.id and e.is_listed
      group by p.id
      order by p.key
      limit 1000
    ) g
  ),
  'programmes', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'key', g.key,
          'talks', (
            select coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'title', t.title, 'updated_at', t.updated_at) order by t.number), '[]')
            from (select * from public.talks where event_id = g.id and is_announced order by number limit 500) t
          ),
          'speakers', (
            select coalesce(jsonb_agg(jsonb_build_object('number', s.number, 'name', s.name, 'updated_at', s.updated_at) order by s.number), '[]')
            from (select * from public.speakers where event_id = g.id and private.is_speaking(id) order by number limit 500) s
          )
        )
        order by g.starts_at desc nulls last, g.key
      ),
      '[]'
    )
    from (
      select e.id, e.key, e.starts_at
      from public.events e
      join public.programmes p on p.id = e.id and p.published_at is not null
      where e.is_listed
      order by e.starts_at desc
      limit 20
    ) g
  ),
  'issues', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', i.slug, 'sent_at', i.sent_at) order by i.sent_at desc), '[]')
    from (select * from public.newsletter_issues where sent_at is not null order by sent_at desc limit 1000) i
  ),
  'articles', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', a.slug, 'date', a.day, 'changed_at', a.changed_at) order by a.day desc, a.published_at desc, a.slug), '[]')
    from (
      select * from private.published_articles('article') p order by p.day desc, p.published_at desc, p.slug limit 1000
    ) a
  ),
  'guides', (select coalesce(jsonb_agg(g.slug order by g.slug), '[]') from private.published_articles('guide') g)
);

grant execute on function public.sitemap to service_role;

comment on function public.sitemap is
  'Returns what search engines may list: {events, series, places: [{key, updated_at}], programmes: [{key, talks, speakers}], issues, articles, guides}, at most 1,000 of each, and the 20 latest programs with 500 talks and speakers each.';


-- accounts/rules.sql

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

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('key-notice', 'keys', false, 0),
  ('admin-invitation', 'keys', false, 0),
  ('password-link', 'keys', false, 0),
  ('admin-new-address', 'keys', false, 0),
  ('admin-old-address', 'keys', false, 0);


-- articles/rules.sql

alter table public.articles add constraint articles_revision_fkey
  foreign key (id, revision) references public.article_revisions (article_id, number) deferrable initially deferred;
alter table public.articles add constraint articles_published_revision_fkey
  foreign key (id, published_revision) references public.article_revisions (article_id, number) deferrable initially
    deferred;

call pg_temp.note_updates('public.articles');
call pg_temp.audit('public.articles');
call pg_temp.allow('Admins', 'read', 'public.articles');
call pg_temp.allow('Admins', 'read', 'public.article_revisions');

create trigger note_for_search
  after insert or update or delete on public.articles
  for each row
  execute function private.note_article_for_search();
create trigger note_slug_changed
  after update on public.articles
  for each row
  when (old.slug is distinct from new.slug)
  execute function private.note_article_slug();

grant select on public.articles to authenticated;

create trigger note_for_search
  after insert or update on public.article_revisions
  for each row
  execute function private.note_revision_for_search();

grant select on public.article_revisions to authenticated;


-- attendance/check-in/rules.sql

alter table public.door_passes add constraint door_passes_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.audit_names('public.door_passes', 'insert, update');
call pg_temp.allow('Admins', 'read, add, change', 'public.door_passes');
call pg_temp.allow('Admins', 'read', 'public.walk_ins');
call pg_temp.allow('Admins', 'read', 'public.door_presses');

create trigger end_own_passes
  after delete on private.admin_sessions
  for each row
  execute function private.end_own_passes();
create trigger end_own_passes
  after delete on public.admin_users
  for each row
  execute function private.end_own_passes_of();

grant insert (event_id, name, token_digest, is_own) on public.door_passes to authenticated;
grant select (id, event_id, name, created_at, ended_at) on public.door_passes to authenticated;
grant update (ended_at) on public.door_passes to authenticated;

alter table public.walk_ins add constraint walk_ins_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

grant select on public.walk_ins to authenticated;

alter table public.door_presses add constraint door_presses_reservation_id_fkey
  foreign key (reservation_id) references public.reservations(id) on delete cascade;

grant select on public.door_presses to authenticated;


-- attendance/people/rules.sql

alter table private.bulk_actions add constraint bulk_actions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

alter table private.bulk_action_people add constraint bulk_action_people_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;


-- attendance/reservations/rules.sql

alter table public.event_spots add constraint event_spots_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create policy "Visitors read the spots of events that they see" on public.event_spots
  for select to anon, authenticated
  using ((exists (select e.id
   from public.events e
  where e.id = event_spots.event_id)));

grant select on public.event_spots to anon;
grant select on public.event_spots to authenticated;

alter table public.reservations add constraint reservations_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.reservations add constraint reservations_id_fkey
  foreign key (id) references public.waitlist_entries(id) on delete cascade;

create trigger set_attends
  before insert on public.reservations
  for each row
  execute function private.set_attends();

call pg_temp.audit_names('public.reservations', 'update');
call pg_temp.allow('Admins', 'read', 'public.reservations');
call pg_temp.audit('public.line_moves', 'insert');
call pg_temp.allow('Admins', 'read', 'public.line_moves');

create trigger count_spots_delete
  after delete on public.reservations
  referencing old table as old_rows
  for each statement
  execute function private.count_spots();
create trigger count_spots_insert
  after insert on public.reservations
  referencing new table as new_rows
  for each statement
  execute function private.count_spots();
create trigger count_spots_update
  after update on public.reservations
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.count_spots();

grant select on public.reservations to authenticated;

grant select on public.line_moves to authenticated;

alter table private.given_up_spots add constraint given_up_spots_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

alter table private.join_links add constraint join_links_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('reservation-offer', 'transactional', true, 1),
  ('reservation-ticket', 'transactional', true, 1),
  ('reservation-canceled', 'transactional', true, 1),
  ('join-link', 'transactional', true, 1),
  ('join-link-replaced', 'transactional', true, 1),
  ('still-coming', 'transactional', true, 1),
  ('request-answered', 'transactional', true, 1),
  ('request-undecided', 'transactional', true, 1);


-- attendance/waitlist/rules.sql

alter table public.waitlist_entries add constraint waitlist_entries_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('public.waitlist_entries');
call pg_temp.audit_names('public.waitlist_entries');
call pg_temp.allow('Admins', 'read, change', 'public.waitlist_entries');
call pg_temp.allow('Owners', 'delete', 'public.waitlist_entries');

create trigger end_links_of_old_address
  before update of email on public.waitlist_entries
  for each row
  when (lower(new.email) <> lower(old.email) and not new.confirmed_at is distinct from old.confirmed_at)
  execute function private.end_links_of_old_address();
create trigger lock_spots
  before delete on public.waitlist_entries
  for each row
  execute function private.lock_spots();
create trigger set_told
  before insert on public.waitlist_entries
  for each row
  execute function private.set_told();
create trigger total_of_the_day
  after insert on public.waitlist_entries
  referencing new table as new_rows
  for each statement
  execute function private.count_day('waitlist');

grant delete, select on public.waitlist_entries to authenticated;
grant update (name, email, note) on public.waitlist_entries to authenticated;

alter table private.waitlist_departures add constraint waitlist_departures_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('waitlist-receipt', 'transactional', true, 1),
  ('waitlist-lost-link', 'transactional', true, 1),
  ('waitlist-new-link', 'transactional', true, 1),
  ('waitlist-address-confirmed', 'transactional', true, 1),
  ('waitlist-new-address', 'transactional', true, 2),
  ('waitlist-old-address', 'transactional', true, 2);


-- audit-log/rules.sql

create trigger keep_the_audit_log
  before delete or update or truncate on public.audit_log
  for each statement
  execute function private.keep_the_audit_log();
create trigger keep_the_rows_of_the_audit_log
  before delete or update on public.audit_log
  for each row
  execute function private.keep_the_audit_log();

create policy "Owners read the audit log, editors what is theirs of it" on public.audit_log
  for select to authenticated
  using (
case (select public.admin_role())
    when 'owner' then true
    when 'editor' then table_name in (
      'education_tabs', 'education_resources', 'events', 'places', 'place_notes', 'series', 'programmes', 'rooms',
      'speakers', 'talks', 'waitlist_entries', 'outbox', 'mails', 'campaigns', 'newsletter_issues', 'contact_messages',
      'message_answers', 'suggestions', 'imports', 'channel_posts', 'articles', 'pictures', 'reservations',
      'line_moves', 'event_questions', 'join_links', 'named_links', 'door_passes', 'credentials'
    )
    else null::boolean
end);

grant select on public.audit_log to authenticated;


-- campaigns/rules.sql

alter table public.campaigns add constraint campaigns_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.campaign_people add constraint campaign_people_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

call pg_temp.note_updates('public.campaigns');
call pg_temp.audit('public.campaigns');
call pg_temp.allow('Admins', 'read', 'public.campaigns');

grant select on public.campaigns to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('event-news', 'transactional', true, 2),
  ('event-news-test', 'transactional', true, 2);


-- channel-posts/rules.sql

alter table public.channel_posts add constraint channel_posts_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.channel_posts add constraint channel_posts_article_id_fkey
  foreign key (article_id) references public.articles(id) on delete cascade;
alter table public.channel_posts add constraint channel_posts_issue_id_fkey
  foreign key (issue_id) references public.newsletter_issues(id) on delete cascade;

call pg_temp.audit('public.channel_posts');
call pg_temp.allow('Admins', 'read', 'public.channel_posts');

grant select on public.channel_posts to authenticated;


-- contact/rules.sql

call pg_temp.note_updates('public.contact_messages');
call pg_temp.audit_names('public.contact_messages');
call pg_temp.allow('Admins', 'read, change', 'public.contact_messages');
call pg_temp.allow('Owners', 'delete', 'public.contact_messages');
call pg_temp.audit_names('public.message_answers', 'insert');
call pg_temp.allow('Admins', 'read', 'public.message_answers');

create trigger set_handled_at
  before update on public.contact_messages
  for each row
  execute function private.set_handled_at();
create trigger total_of_the_day
  after insert on public.contact_messages
  referencing new table as new_rows
  for each statement
  execute function private.count_day('message');

grant delete, select on public.contact_messages to authenticated;
grant update (status, note, suspected_spam) on public.contact_messages to authenticated;

grant select on public.message_answers to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('message-receipt', 'transactional', true, 2),
  ('message-notice', 'house', true, 2),
  ('message-answer', 'transactional', true, 2);


-- credentials/rules.sql

alter table public.credentials add constraint credentials_reservation_id_fkey
  foreign key (reservation_id) references public.reservations(id) on delete set null;

call pg_temp.audit_names('public.credentials', 'update');
call pg_temp.allow('Admins', 'read', 'public.credentials');

create trigger end_undone_credential
  after update of checked_in_at on public.reservations
  for each row
  when (old.checked_in_at is not null and new.checked_in_at is null)
  execute function private.end_undone_credential();

grant select (number, reservation_id, created_at, taken_back_at) on public.credentials to authenticated;


-- doctor/rules.sql

call pg_temp.allow('Owners', 'read', 'public.doctor_checks');
call pg_temp.allow('Owners', 'read', 'public.restore_drills');

grant select on public.doctor_checks to authenticated;

create policy "Visitors read when the jobs ran" on public.heartbeats
  for select to anon, authenticated
  using (true);

grant select on public.heartbeats to anon;
grant select on public.heartbeats to authenticated;

grant select on public.restore_drills to authenticated;


-- education/rules.sql

call pg_temp.audit('public.education_tabs');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.education_tabs');
call pg_temp.audit('public.education_resources');
call pg_temp.allow('Admins', 'read, add, change', 'public.education_resources');

create trigger note_for_search
  after insert or update or delete on public.education_tabs
  for each row
  execute function private.note_tab_for_search();
create trigger note_tab_key_added
  after insert on public.education_tabs
  for each row
  execute function private.note_tab_key();
create trigger note_tab_key_changed
  after update on public.education_tabs
  for each row
  when (old.tab_key is distinct from new.tab_key)
  execute function private.note_tab_key();
create trigger set_updated_at
  before update on public.education_tabs
  for each row
  when (
    old.display_order = new.display_order
    or (old.tab_key, old.label, old.is_active) is distinct from
      (new.tab_key, new.label, new.is_active)
  )
  execute function private.set_updated_at();

create policy "Visitors read active tabs" on public.education_tabs
  for select to anon, authenticated
  using (is_active);

grant delete, select on public.education_tabs to authenticated;
grant select (id, tab_key, label, is_active, display_order) on public.education_tabs to anon;
grant insert (id, tab_key, label, is_active, display_order) on public.education_tabs to authenticated;
grant update (tab_key, label, is_active, display_order) on public.education_tabs to authenticated;

create trigger count_resources_added
  after insert on public.education_resources
  referencing new table as new_rows
  for each statement
  execute function private.count_resources();
create trigger count_resources_changed
  after update on public.education_resources
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.count_resources();
create trigger count_resources_removed
  after delete on public.education_resources
  referencing old table as old_rows
  for each statement
  execute function private.count_resources();
create trigger note_for_search
  after insert or delete on public.education_resources
  for each row
  execute function private.note_resource_for_search();
create trigger note_changed_for_search
  after update on public.education_resources
  for each row
  when ((old.tab_key, old.title, old.description, old.url, old.is_published, old.deleted_at) is distinct from
    (new.tab_key, new.title, new.description, new.url, new.is_published, new.deleted_at))
  execute function private.note_resource_for_search();
create trigger set_updated_at
  before update on public.education_resources
  for each row
  when (
    old.display_order = new.display_order
    or (
      old.tab_key, old.title, old.description, old.url, old.icon_name, old.resource_type, old.is_published,
      old.deleted_at, old.tags
    ) is distinct from (
      new.tab_key, new.title, new.description, new.url, new.icon_name, new.resource_type, new.is_published,
      new.deleted_at, new.tags
    )
  )
  execute function private.set_updated_at();

create policy "Visitors read published resources of active tabs" on public.education_resources
  for select to anon, authenticated
  using (is_published and deleted_at is null and (tab_key in (select education_tabs.tab_key
   from public.education_tabs
  where education_tabs.is_active)));

grant select on public.education_resources to authenticated;
grant select (id, tab_key, title, description, url, icon_name, resource_type, is_published, display_order, tags) on
  public.education_resources to anon;
grant insert (id, tab_key, title, description, url, icon_name, resource_type, is_published, display_order, tags) on
  public.education_resources to authenticated;
grant update (tab_key, title, description, url, icon_name, resource_type, is_published, display_order, deleted_at,
  tags) on public.education_resources to authenticated;


-- events/rules.sql

alter table public.events add constraint events_series_id_fkey
  foreign key (series_id) references public.series(id) on delete set null;

call pg_temp.note_updates('public.events');
call pg_temp.audit('public.events');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.events');

create trigger end_holds_at_start
  after update of starts_at on public.events
  for each row
  when (new.takes_reservations and new.starts_at < old.starts_at)
  execute function private.end_holds_at_start();
create trigger hide_workshops
  after update of visibility on public.events
  for each row
  when (new.visibility = 'link' and old.visibility <> 'link')
  execute function private.hide_workshops();
create trigger keep_one_level
  before insert or update of for_people_of on public.events
  for each row
  when (new.for_people_of is not null)
  execute function private.keep_one_level();
create trigger keep_sign_up
  before update of admission on public.events
  for each row
  when (new.admission = 'none' and old.admission <> 'none')
  execute function private.keep_sign_up();
create trigger keep_what_is_waited_for
  before delete on public.events
  for each row
  execute function private.keep_what_is_waited_for();
create trigger move_people
  after update of meets on public.events
  for each row
  when (new.takes_reservations and new.meets <> old.meets)
  execute function private.move_people();
create trigger note_past_edition
  after update on public.events
  for each row
  when (old.over_at is distinct from new.over_at and old.over_at <= now() and old.date_precision in ('exact', 'day')
    and old.status <> 'postponed' and old.dated_at <= (now() - '1 day'::interval))
  execute function private.note_past_edition();
create trigger note_for_search
  after insert or update or delete on public.events
  for each row
  execute function private.note_event_for_search();
create trigger set_dated_at
  before update on public.events
  for each row
  when (
    (old.starts_at, old.ends_at, old.date_precision, old.status) is distinct from
    (new.starts_at, new.ends_at, new.date_precision, new.status)
  )
  execute function private.set_dated_at();
create trigger set_news_at
  before update on public.events
  for each row
  execute function private.set_news_at();
create trigger set_event_sequence
  before update on public.events
  for each row
  when (
    old.title is distinct from new.title
    or old.starts_at is distinct from new.starts_at
    or old.ends_at is distinct from new.ends_at
    or old.date_precision is distinct from new.date_precision
    or old.place is distinct from new.place
    or old.meets is distinct from new.meets
    or old.status is distinct from new.status
  )
  execute function private.set_event_sequence();
create trigger set_link_secret
  before insert or update of visibility, for_people_of on public.events
  for each row
  execute function private.set_link_secret();
create trigger set_previous_start
  before update on public.events
  for each row
  when (old.starts_at is distinct from new.starts_at or old.date_precision is distinct from new.date_precision)
  execute function private.set_previous_start();
create trigger set_up_spots
  after update of takes_reservations on public.events
  for each row
  when (new.takes_reservations <> old.takes_reservations)
  execute function private.set_up_spots();
create trigger set_up_spots_of_new
  after insert on public.events
  for each row
  when (new.takes_reservations)
  execute function private.set_up_spots();

create policy "Visitors read published events that everyone may see" on public.events
  for select to anon, authenticated
  using (is_listed);

grant delete, select on public.events to authenticated;
grant select (
  id, key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, ticket_url,
  poster_path, poster_alt, poster_width, poster_height, status, tab_order, tab_label, sequence, created_at,
  updated_at, previous_starts_at, recap, recap_url, over_at, waitlist_closed, to_bring, co_hosts, series_id,
  takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, offer_hours, meets, online_limit,
  for_people_of, place_id, place_note, place_details, admission
) on public.events to anon;
grant insert (
  id, key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, ticket_url,
  poster_path, poster_alt, poster_width, poster_height, status, is_published, tab_order, tab_label, recap, recap_url,
  to_bring, co_hosts, series_id, takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit,
  offer_hours, meets, ask_days, online_limit, for_people_of, place_id, place_note, admission, visibility,
  tells_undecided
) on public.events to authenticated;
grant update (
  title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, ticket_url,
  poster_path, poster_alt, poster_width, poster_height, status, is_published, tab_order, tab_label, recap, recap_url,
  waitlist_closed, to_bring, co_hosts, series_id, takes_reservations, sign_up_opens_at, sign_up_closes_at,
  party_limit, offer_hours, meets, ask_days, online_limit, for_people_of, place_id, place_note, answers_until,
  admission, visibility, tells_undecided
) on public.events to authenticated;


-- imports/rules.sql

alter table private.imports add constraint imports_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;


-- issues/rules.sql

call pg_temp.note_updates('public.newsletter_issues');
call pg_temp.audit_names('public.newsletter_issues');
call pg_temp.allow('Admins', 'read, add', 'public.newsletter_issues');

create trigger note_added_for_search
  after insert on public.newsletter_issues
  for each row
  when (new.sent_at is not null)
  execute function private.note_issue_for_search();
create trigger note_changed_for_search
  after update on public.newsletter_issues
  for each row
  when ((old.sent_at, old.slug, old.subject, old.preview_text, old.html) is distinct from (new.sent_at, new.slug,
    new.subject, new.preview_text, new.html))
  execute function private.note_issue_for_search();
create trigger note_removed_for_search
  after delete on public.newsletter_issues
  for each row
  when (old.sent_at is not null)
  execute function private.note_issue_for_search();

create policy "Admins change drafts" on public.newsletter_issues
  for update to authenticated
  using ((select public.is_admin()) and scheduled_at is null)
  with check ((select public.is_admin()));

create policy "Admins delete drafts" on public.newsletter_issues
  for delete to authenticated
  using ((select public.is_admin()) and scheduled_at is null);

create policy "Visitors read sent issues" on public.newsletter_issues
  for select to anon, authenticated
  using (sent_at is not null);

grant delete, select on public.newsletter_issues to authenticated;
grant select (slug, subject, preview_text, html, sent_at) on public.newsletter_issues to anon;
grant insert (id, slug, subject, preview_text, markdown, daily_cap) on public.newsletter_issues to authenticated;
grant update (slug, subject, preview_text, markdown, daily_cap) on public.newsletter_issues to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('newsletter-issue', 'newsletter', false, 2);


-- likes/rules.sql

alter table public.resource_likes add constraint resource_likes_resource_id_fkey
  foreign key (resource_id) references public.education_resources(id) on delete cascade;
alter table public.resource_likes add constraint resource_likes_user_id_fkey
  foreign key (user_id) references auth.users(id) on delete cascade;

create trigger count_likes_added
  after insert on public.resource_likes
  referencing new table as new_rows
  for each statement
  execute function private.count_likes();
create trigger count_likes_removed
  after delete on public.resource_likes
  referencing old table as old_rows
  for each statement
  execute function private.count_likes();
create trigger total_of_the_day
  after insert on public.resource_likes
  referencing new table as new_rows
  for each statement
  execute function private.count_day('like');


alter table private.resource_like_counts add constraint resource_like_counts_resource_id_fkey
  foreign key (resource_id) references public.education_resources(id) on delete cascade;


-- mail/rules.sql

alter table private.mail_batches add constraint mail_batches_issue_fkey
  foreign key (issue) references public.newsletter_issues(number);

create trigger give_up_batches
  after delete on public.mails
  referencing old table as old_rows
  for each statement
  execute function private.give_up_batches();
create trigger note_offer
  after update of state on public.mails
  for each row
  when (new.purpose = 'reservation-offer' and (new.state in ('accepted', 'left', 'bounced')) and old.state <> new.state)
  execute function private.note_offer();
create trigger start_hold
  after update of state on public.mails
  for each row
  when (new.purpose = 'waitlist-receipt' and new.state = 'accepted' and old.state <> 'accepted')
  execute function private.start_hold();
create trigger note_notified
  after update of state on public.mails
  for each row
  when (new.purpose = 'event-news' and (new.state in ('accepted', 'left')) and old.state <> new.state)
  execute function private.note_notified();

call pg_temp.allow('Admins', 'read', 'public.mails');

grant select (id, purpose, person, occurrence, state, attempts, next_attempt_at, last_error, created_at, settled_at)
  on public.mails to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('test-email', 'transactional', true, 2);


-- named-links/rules.sql

alter table public.named_links add constraint named_links_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.named_links add constraint named_links_series_id_fkey
  foreign key (series_id) references public.series(id) on delete cascade;

call pg_temp.audit('public.named_links', 'insert, delete');
call pg_temp.allow('Admins', 'read, add, delete', 'public.named_links');

grant delete, select on public.named_links to authenticated;
grant insert (event_id, series_id, slug, name) on public.named_links to authenticated;


-- newsletter/rules.sql

call pg_temp.note_updates('public.newsletter_subscribers');
call pg_temp.audit_names('public.newsletter_subscribers');
call pg_temp.allow('Owners', 'read, change, delete', 'public.newsletter_subscribers');

create trigger forget_confirmation
  before update of email on public.newsletter_subscribers
  for each row
  execute function private.forget_confirmation();
create trigger total_of_the_day
  after insert on public.newsletter_subscribers
  referencing new table as new_rows
  for each statement
  execute function private.count_day('subscription');

grant delete, select on public.newsletter_subscribers to authenticated;
grant update (email, suspected_spam) on public.newsletter_subscribers to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('newsletter-confirm', 'transactional', false, 2),
  ('newsletter-first', 'newsletter', false, 2),
  ('newsletter-address', 'transactional', false, 2),
  ('newsletter-address-changed', 'transactional', false, 2);


-- outbox/rules.sql

alter table public.outbox add constraint outbox_waitlist_entry_id_fkey
  foreign key (waitlist_entry_id) references public.waitlist_entries(id) on delete cascade;
alter table public.outbox add constraint outbox_subscriber_id_fkey
  foreign key (subscriber_id) references public.newsletter_subscribers(id) on delete cascade;

call pg_temp.audit_names('public.outbox', 'update');
call pg_temp.allow('Admins', 'read', 'public.outbox');

grant select on public.outbox to authenticated;


-- pictures/rules.sql

call pg_temp.note_updates('public.pictures');
call pg_temp.audit('public.pictures');
call pg_temp.allow('Admins', 'read, add, change', 'public.pictures');

create trigger copy_to_site
  after update of alt, focus on public.pictures
  for each row
  when (old.alt is distinct from new.alt or old.focus is distinct from new.focus)
  execute function private.copy_picture_to_site();

grant select on public.pictures to authenticated;
grant insert (id, path, alt, width, height, bytes, focus) on public.pictures to authenticated;
grant update (alt, focus) on public.pictures to authenticated;

create policy "Admins add event images" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins delete event images" on storage.objects
  for delete to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins replace event images" on storage.objects
  for update to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()))
  with check (bucket_id = 'event-images' and (select public.is_admin()));

create policy "Admins see event images" on storage.objects
  for select to authenticated
  using (bucket_id = 'event-images' and (select public.is_admin()));

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('event-images', 'event-images', true, 5242880, array['image/avif', 'image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;


-- places/rules.sql

alter table public.events add constraint events_place_id_fkey
  foreign key (place_id) references public.places(id);

call pg_temp.note_updates('public.places');
call pg_temp.audit('public.places');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.places');
call pg_temp.note_updates('public.place_notes');
call pg_temp.audit_names('public.place_notes');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.place_notes');

create trigger change_events_ahead
  after update on public.places
  for each row
  execute function private.change_events_ahead();
create trigger copy_place
  before insert or update on public.events
  for each row
  execute function private.copy_place();

create policy "Visitors read places with a published event" on public.places
  for select to anon, authenticated
  using (exists (select from public.events e where e.place_id = places.id));

grant delete, select on public.places to authenticated;
grant select (
  id, key, name, street, city, island, in_words, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, picture_path, picture_alt, picture_width, picture_height, updated_at
) on public.places to anon;
grant insert (
  id, key, name, street, city, island, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, capacity, picture_path, picture_alt, picture_width, picture_height
) on public.places to authenticated;
grant update (
  name, street, city, island, way_in, bus, parking, steps, seating, quiet_space, restrooms,
  latitude, longitude, capacity, picture_path, picture_alt, picture_width, picture_height
) on public.places to authenticated;

grant delete, select on public.place_notes to authenticated;
grant insert (id, notes), update (notes) on public.place_notes to authenticated;


-- previews/rules.sql

alter table private.previews add constraint previews_article_id_fkey
  foreign key (article_id) references public.articles(id) on delete cascade;
alter table private.previews add constraint previews_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;


-- programme/rules.sql

alter table public.programmes add constraint programmes_id_fkey
  foreign key (id) references public.events(id) on delete cascade;
alter table public.rooms add constraint rooms_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.speakers add constraint speakers_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.talks add constraint talks_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.talks add constraint talks_workshop_id_fkey
  foreign key (workshop_id) references public.events(id) on delete set null;
alter table private.gone_talks add constraint gone_talks_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.agendas add constraint agendas_entry_id_fkey
  foreign key (entry_id) references public.reservations(id) on delete cascade;
alter table private.speaker_contacts add constraint speaker_contacts_speaker_id_fkey
  foreign key (speaker_id) references public.speakers(id) on delete cascade;
alter table private.talk_changes add constraint talk_changes_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger note_gone_talk
  after delete on public.talks
  for each row
  when (old.is_announced and old.starts_at is not null)
  execute function private.note_gone_talk();
create trigger note_talk_change_on_delete
  after delete on public.talks
  for each row
  when (old.is_announced)
  execute function private.note_talk_change();
create trigger note_talk_change_on_insert
  after insert on public.talks
  for each row
  when (new.is_announced)
  execute function private.note_talk_change();
create trigger note_talk_change_on_update
  after update on public.talks
  for each row
  when (
    new.is_announced
    and (
      not old.is_announced
      or (old.starts_at, old.ends_at, old.room_id, old.status) is distinct from
        (new.starts_at, new.ends_at, new.room_id, new.status)
    )
  )
  execute function private.note_talk_change();
create trigger set_talk_sequence
  before update on public.talks
  for each row
  when (
    (old.title, old.starts_at, old.ends_at, old.room_id, old.status, old.is_announced) is distinct from
    (new.title, new.starts_at, new.ends_at, new.room_id, new.status, new.is_announced)
  )
  execute function private.set_talk_sequence();

create trigger note_for_search
  after insert or update or delete on public.talks
  for each row
  execute function private.note_talk_for_search();
create trigger note_for_search
  after insert or update or delete on public.talk_speakers
  for each row
  execute function private.note_speech_for_search();
create trigger note_for_search
  after update on public.speakers
  for each row
  when (old.name is distinct from new.name or old.organization is distinct from new.organization)
  execute function private.note_speaker_for_search();
create trigger note_for_search
  after insert or update or delete on public.programmes
  for each row
  execute function private.note_programme_for_search();
create trigger note_programme_for_search
  after update on public.events
  for each row
  when (
    old.is_listed is distinct from new.is_listed
    or old.title is distinct from new.title
    or old.status is distinct from new.status
    or old.over_at is distinct from new.over_at
  )
  execute function private.note_programme_for_search();

call pg_temp.note_updates('public.programmes');
call pg_temp.audit('public.programmes');
call pg_temp.allow('Admins', 'read, add, change', 'public.programmes');
call pg_temp.note_updates('public.rooms');
call pg_temp.audit('public.rooms');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.rooms');
call pg_temp.note_updates('public.speakers');
call pg_temp.audit('public.speakers');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.speakers');
call pg_temp.note_updates('public.talks');
call pg_temp.audit('public.talks');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.talks');
call pg_temp.allow('Admins', 'read, add, delete', 'public.talk_speakers');

create policy "Visitors read which published events have a published program" on public.programmes
  for select to anon, authenticated
  using (published_at is not null and exists (select from public.events e where e.id = programmes.id));

grant select on public.programmes to authenticated;
grant select (id, published_at) on public.programmes to anon;
grant insert (id, published_at) on public.programmes to authenticated;
grant update (published_at) on public.programmes to authenticated;
grant delete, select on public.rooms to authenticated;
grant insert (event_id, name, floor, steps, seats) on public.rooms to authenticated;
grant update (name, floor, steps, seats) on public.rooms to authenticated;
grant delete, select on public.speakers to authenticated;
grant insert (id, event_id, name, organization, biography, link_url, picture_path, picture_alt, picture_width,
  picture_height) on public.speakers to authenticated;
grant update (name, organization, biography, link_url, picture_path, picture_alt, picture_width, picture_height) on
  public.speakers to authenticated;
grant delete, select on public.talks to authenticated;
grant insert (id, event_id, title, kind, abstract, language, level, starts_at, ends_at, room_id, slides_url,
  recording_url, status, is_announced, workshop_id) on public.talks to authenticated;
grant update (title, kind, abstract, language, level, starts_at, ends_at, room_id, slides_url, recording_url, status,
  is_announced, workshop_id) on public.talks to authenticated;
grant delete, insert, select on public.talk_speakers to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('agenda-changed', 'transactional', true, 2),
  ('speaker-corrections', 'transactional', true, 2);


-- proposals/rules.sql

alter table private.talk_calls add constraint talk_calls_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.talk_proposals add constraint talk_proposals_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('private.talk_calls');
call pg_temp.note_updates('private.talk_proposals');

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('proposal-confirm', 'transactional', true, 2),
  ('proposal-answer', 'transactional', true, 2);


-- questions/rules.sql

alter table public.event_questions add constraint event_questions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('public.event_questions');
call pg_temp.audit('public.event_questions');
call pg_temp.allow('Admins', 'read', 'public.event_questions');
call pg_temp.allow('Admins', 'read', 'public.entry_answers');

create policy "Visitors read open questions of events that they see" on public.event_questions
  for select to anon, authenticated
  using (closed_at is null and (exists (select e.id
   from public.events e
  where e.id = event_questions.event_id)));

grant select on public.event_questions to authenticated;
grant select (
  id, event_id, position, kind, text, hint, options, is_required, asked_of, keep, closed_at, for_door
) on public.event_questions to anon;

alter table public.entry_answers add constraint entry_answers_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

grant select on public.entry_answers to authenticated;


-- samples/rules.sql

alter table private.samples add constraint samples_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table private.samples add constraint samples_recap_of_fkey
  foreign key (recap_of) references public.events(id) on delete cascade;
alter table private.samples add constraint samples_issue_id_fkey
  foreign key (issue_id) references public.newsletter_issues(id) on delete cascade;
alter table private.samples add constraint samples_like_id_fkey
  foreign key (like_id) references public.resource_likes(id) on delete cascade;
alter table private.samples add constraint samples_series_id_fkey
  foreign key (series_id) references public.series(id) on delete cascade;
alter table private.samples add constraint samples_programme_of_fkey
  foreign key (programme_of) references public.events(id) on delete cascade;
alter table private.samples add constraint samples_place_id_fkey
  foreign key (place_id) references public.places(id) on delete cascade;
alter table private.samples add constraint samples_entry_id_fkey
  foreign key (entry_id) references public.waitlist_entries(id) on delete cascade;

create trigger forget_sample
  after update on public.events
  for each row
  execute function private.forget_sample();
create trigger forget_sample_series
  after update on public.series
  for each row
  when (old.template_id is not distinct from new.template_id)
  execute function private.forget_sample_series();
create trigger forget_sample_place
  after update on public.places
  for each row
  execute function private.forget_sample_place();
create trigger forget_sample_programme
  after insert or update or delete on public.rooms
  for each row
  execute function private.forget_sample_programme();
create trigger forget_sample_programme
  after insert or update or delete on public.speakers
  for each row
  execute function private.forget_sample_programme();
create trigger forget_sample_programme
  after insert or update or delete on public.talks
  for each row
  execute function private.forget_sample_programme();


-- series/rules.sql

alter table public.series add constraint series_template_id_fkey
  foreign key (template_id) references public.events(id) on delete set null;
alter table private.occurrences add constraint occurrences_event_id_fkey
  foreign key (event_id) references public.events(id) on delete set null;
alter table private.announced_editions add constraint announced_editions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('public.series');
call pg_temp.audit('public.series');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.series');

create trigger keep_template
  after update of template_id, template_at on public.series
  for each row
  when (old.template_id is distinct from new.template_id or old.template_at is distinct from new.template_at)
  execute function private.keep_template();
create trigger keep_template_of_new
  after insert on public.series
  for each row
  execute function private.keep_template();
create trigger note_for_search
  after insert or update or delete on public.series
  for each row
  execute function private.note_series_for_search();

create policy "Visitors read series with a published edition" on public.series
  for select to anon, authenticated
  using (exists (select from public.events e where e.series_id = series.id));

grant delete, select on public.series to authenticated;
grant select (id, key, name, about) on public.series to anon;
grant insert (id, key, name, about, template_id, frequency, weekday, every_weeks, week_of_month, first_day, last_day,
  left_out, editions_ahead, publishes) on public.series to authenticated;
grant update (name, about, template_id, frequency, weekday, every_weeks, week_of_month, first_day, last_day, left_out,
  editions_ahead, publishes, template_at) on public.series to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('series-confirm', 'transactional', false, 2),
  ('series-editions', 'transactional', false, 2);


-- site/rules.sql

call pg_temp.note_updates('public.site_settings');
call pg_temp.audit_names('public.site_settings', 'update');
call pg_temp.allow('Owners', 'read, change', 'public.site_settings');

create policy "Visitors read what is saved of the site" on public.site_settings
  for select to anon, authenticated
  using (settings is not null);

grant select on public.site_settings to anon;
grant select on public.site_settings to authenticated;
grant update (settings) on public.site_settings to authenticated;

-- The table's only row.
insert into public.site_settings default values;


-- suggestions/rules.sql

call pg_temp.note_updates('public.suggestions');
call pg_temp.audit_names('public.suggestions');
call pg_temp.allow('Admins', 'read, change', 'public.suggestions');

create trigger set_suggestion_handled
  before update on public.suggestions
  for each row
  execute function private.set_suggestion_handled();

grant select on public.suggestions to authenticated;
grant update (status, suspected_spam) on public.suggestions to authenticated;

insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('suggestion-receipt', 'transactional', true, 2);


-- search/tables.sql

create table private.search_items (
  item_id uuid not null,
  visible_from timestamptz not null default '-infinity',
  ahead_until timestamptz not null default 'infinity',
  shown_at timestamptz,
  kind text not null,
  title text not null,
  summary text not null default '',
  sentences text not null default '',
  leads_to text not null,
  details jsonb not null default '{}',
  folded text generated always as (private.fold_lines(sentences)) stored not null,
  lexemes tsvector generated always as (private.search_lexemes(title, summary, sentences)) stored not null,
  constraint search_items_pkey primary key (kind, item_id),
  constraint search_items_kind_check check (kind in ('event', 'series', 'talk', 'resource', 'article', 'guide', 'issue'))
);

comment on table private.search_items is
  'The index of /search: a row for each item that visitors may read, or will from visible_from on, kept by the triggers of each feature. Fixed-length columns come first, because a search for a common word reads them for all rows.';
comment on column private.search_items.ahead_until is
  'From then on it ranks after upcoming items; infinity if it has no date.';
comment on column private.search_items.shown_at is
  'When an event or a talk begins, and when an article or an issue was published; null for all others.';
comment on column private.search_items.sentences is 'Summary and text, one sentence per line.';
comment on column private.search_items.leads_to is
  'Key or slug of its page; for a talk, the key of its event; for a resource, its URL; for a library tab, its path.';
comment on column private.search_items.details is 'What a result shows besides its text.';
comment on column private.search_items.folded is 'The sentences as fold_words returns them, in the same lines.';
comment on column private.search_items.lexemes is 'The result of search_lexemes.';

create index search_items_by_lexeme on private.search_items using gin (lexemes) with (fastupdate = off);

alter table private.search_items enable row level security;


-- articles/article_page.sql

create function public.article_page(p_kind text, p_slug text, p_renderer text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select private.article_facts(a.id) || jsonb_build_object(
      'html', r.html,
      'outline', r.outline,
      'stale', case when r.renderer <> p_renderer then jsonb_build_object('revision', r.id, 'markdown', r.markdown) end,
      'others', public.articles_page(p_kind, 1, 5) -> 'articles'
    )
    from public.articles a
    join public.article_revisions r on r.article_id = a.id and r.number = a.published_revision
    where a.kind = p_kind and a.slug = p_slug and a.published_at <= now() and a.trashed_at is null
  ),
  (
    select jsonb_build_object('moved_to', a.slug)
    from private.article_old_slugs o
    join public.articles a on a.id = o.article_id
    where o.kind = p_kind and o.slug = p_slug and a.published_at <= now() and a.trashed_at is null
  ),
  '{}'
);

grant execute on function public.article_page to service_role;

comment on function public.article_page is
  'Returns a published article with its HTML and outline, and the five newest articles: the fields of articles_page, html, outline, others, and stale ({revision, markdown}) if a renderer other than p_renderer made the HTML. Returns {moved_to} for an address that a published article had before; an empty object for any other address.';


-- attendance/check-in/check_in.sql

create function public.check_in(
  p_token_digest text,
  p_code text,
  p_people integer,
  p_helper text,
  p_seen integer default null
) returns public.check_in_outcome
language sql
security definer
set search_path = ''
return coalesce(
  (
    select private.let_in(r.id, p_people, p_helper, now(), p_seen)
    from private.door_pass(p_token_digest) d
    join public.reservations r on r.event_id = d.event_id and r.code = p_code and r.attends = 'room'
    where d.state = 'open'
  ),
  'not-found'
);

grant execute on function public.check_in to service_role;

comment on function public.check_in is
  'Records that p_people of a party have arrived, for a helper with a pass of the event while its door is open; with p_seen, that they came after those who are in. Returns in, already-in (nothing changes), no-spot or not-found.';


-- attendance/check-in/door.sql

create function public.door(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', d.state,
      'title', e.title,
      'place', e.place,
      'starts_at', e.starts_at,
      'opens_at', case when not private.is_sample_event(e.id) then e.starts_at - interval '2 hours' end,
      'closes_at', e.over_at + interval '4 hours',
      'spots', private.spots_of(e, 'room'),
      'counts', case when d.state = 'open' then private.attendance(e.id) end
    )
    from private.door_pass(p_token_digest) d
    join public.events e on e.id = d.event_id
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.door to service_role;

comment on function public.door is
  'Returns what a helper with a pass sees first: {state: open, early, over, closed or nowhere, title, place, starts_at, opens_at, closes_at, spots, counts}; opens_at is null for a sample event, whose door is open from the start.';


-- attendance/check-in/door_names.sql

create function public.door_names(p_token_digest text, p_search text default '', p_limit integer default 50) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select coalesce(jsonb_agg(to_jsonb(guest) - 'folded' order by guest.folded, guest.name, guest.code), '[]')
  from (
    select w.name, public.fold(w.name) as folded, r.party, r.code, r.arrived, r.checked_in_at, r.checked_in_by
    from private.door_pass(p_token_digest) d
    join public.reservations r on r.event_id = d.event_id and r.state = 'placed' and r.attends = 'room'
    join public.waitlist_entries w on w.id = r.id
    where d.state = 'open'
      and (btrim(p_search) = '' or strpos(public.fold(w.name), public.fold(btrim(p_search))) > 0
        or r.code = upper(regexp_replace(p_search, '[^[:alpha:]]', '', 'g')))
    order by public.fold(w.name), w.name, r.code
    limit least(greatest(p_limit, 0), 5000)
  ) guest
);

grant execute on function public.door_names to service_role;

comment on function public.door_names is
  'Returns who has a spot in the room, for a helper with a pass while the door is open, searched by part of the name (folded) or by the code: a list of {name, party, code, arrived, checked_in_at, checked_in_by}, sorted by name.';


-- attendance/people/clear_people.sql

create function private.clear_people(p_event uuid, p_people uuid[], p_forward boolean) returns void
language sql
as $$
  update public.waitlist_entries w set suspected_spam = false where w.id = any (p_people);
  select private.lock_lines(p_event);
  update public.reservations r
    set state = private.state_of_newcomer(p_event), line = last.line + n.number
    from (
      select w.id, row_number() over (order by w.created_at, w.id) as number
      from public.waitlist_entries w
      where w.id = any (p_people)
    ) n,
    (select max(l.line) as line from public.reservations l where l.event_id = p_event) last
    where r.id = n.id and r.state = 'set-aside';
  insert into public.outbox (kind, waitlist_entry_id)
    select 'waitlist', person from unnest(p_people) person where p_forward
    on conflict do nothing;
$$;

comment on function private.clear_people is
  'Moves entries out of suspected spam, to the end of the waitlist or among those who ask if their event takes reservations, and, with p_forward, enqueues their delivery to the configured endpoint.';


-- attendance/people/event_people.sql

create function public.event_people(p_event uuid) returns table (
  id uuid,
  event_id uuid,
  name text,
  folded_name text,
  email text,
  note text,
  consent_version text,
  suspected_spam boolean,
  confirmed_at timestamptz,
  notified_at timestamptz,
  is_to_notify boolean,
  is_unnotified boolean,
  created_at timestamptz,
  updated_at timestamptz,
  search_text text,
  delivery jsonb,
  is_failing boolean,
  state text,
  party smallint,
  attends text,
  switches_to text,
  line integer,
  "position" bigint,
  hold_until timestamptz,
  offer_ends_at timestamptz,
  to_be_notified boolean,
  arrived smallint,
  checked_in_at timestamptz,
  coming_at timestamptz,
  moves jsonb,
  answers jsonb,
  answers_changed_at timestamptz,
  is_unanswered boolean,
  came_by text,
  decided_at timestamptz,
  words text,
  consent_page text
)
language sql
stable
as $$
  select w.id, w.event_id, w.name, public.fold(w.name) collate "C", w.email, w.note, w.consent_version,
    w.suspected_spam, w.confirmed_at, w.notified_at,
    public.is_to_notify(e, w) and not public.takes_no_part(r.state),
    -- Whoever has or waits for a spot was told by that; only what has changed since is news.
    case
      when r.id is null then public.is_to_notify(e, w)
      when public.takes_no_part(r.state) then r.to_be_notified
      else r.to_be_notified or (w.told <> e.relied_on and public.is_to_notify(e, w))
    end,
    w.created_at, w.updated_at, w.search_text,
    case when o.id is not null then jsonb_build_object('id', o.id, 'attempts', o.attempts, 'last_error', o.last_error,
      'next_attempt_at', o.next_attempt_at, 'delivered_at', o.delivered_at, 'failed_at', o.failed_at) end,
    coalesce(o.delivered_at is null and (o.failed_at is not null or o.attempts >= 3), false),
    r.state, r.party, r.attends, r.switches_to, r.line,
    -- Not a join: the planner would compute it for everyone, and take a loop in a loop while it knows no numbers.
    case when r.waits_for is not null then (
      select count(*) from public.reservations ahead
      where ahead.event_id = r.event_id and ahead.waits_for = r.waits_for and ahead.line <= r.line
    ) end,
    r.hold_until, r.offer_ends_at,
    coalesce(r.to_be_notified, false), r.arrived, r.checked_in_at,
    case when r.asked_for = (e.starts_at at time zone public.site_time_zone())::date then r.coming_at end,
    (
      select jsonb_agg(jsonb_build_object('reason', m.reason, 'moved_at', m.moved_at) order by m.moved_at)
      from public.line_moves m
      where m.reservation_id = r.id
    ),
    (select jsonb_object_agg(a.question_id, a.value) from public.entry_answers a where a.entry_id = w.id),
    w.answers_changed_at,
    -- What questions_of asks them; here it is inlined.
    coalesce(r.state in ('placed', 'offered', 'waiting', 'asked'), true)
      and (e.over_at is null or e.over_at > now() or e.status = 'postponed')
      and exists (
        select from public.event_questions q
        where q.event_id = e.id and q.closed_at is null and q.is_required
          and q.asked_of in ('all', coalesce(r.attends, nullif(e.meets, 'both')))
          and not exists (select from public.entry_answers a where a.entry_id = w.id and a.question_id = q.id)
      ),
    w.came_by, r.decided_at, r.words, w.consent_page
  from public.events e
  join public.waitlist_entries w on w.event_id = e.id
  left join public.reservations r on r.id = w.id and e.takes_reservations
  left join public.outbox o on o.waitlist_entry_id = w.id
  where e.id = p_event;
$$;

-- for members: reads those people that they may read
grant execute on function public.event_people to authenticated;

comment on function public.event_people is
  'Returns everyone who signed up for an event, including suspected spam, with their reservation if it takes any: the one reader of people for lists, pages and files. It is inlined into the calling query, which filters, sorts and counts in one pass with the rights of its caller.';


-- attendance/reservations/ask_still_coming.sql

create function private.ask_still_coming() returns void
language sql
as $$
  with asked as (
    update public.reservations r
      set asked_for = private.day_of_event(e), coming_at = null
      from public.events e, public.waitlist_entries w
      where e.id = r.event_id
        and w.id = r.id
        and e.starts_at > now() + interval '12 hours'
        and e.starts_at <= now() + make_interval(hours => 24 * e.ask_days)
        and e.date_precision in ('exact', 'day')
        and e.status = 'scheduled'
        and e.is_published
        and r.state = 'placed'
        and r.hold_until is null
        and r.asked_for is distinct from private.day_of_event(e)
        -- People who signed up, confirmed or accepted an offer since then need not be asked again.
        and greatest(w.created_at, w.confirmed_at, r.offered_at) <= e.starts_at - make_interval(hours => 24 * e.ask_days)
      returning r.id, r.asked_for, private.is_reminder_owed(e) as is_in_reminder
  )
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'still-coming', a.id, a.asked_for - date '1970-01-01', true from asked a
    where not a.is_in_reminder
    on conflict do nothing;
$$;

comment on function private.ask_still_coming is
  'Asks everyone with a spot whether they are still coming, as many days before the event as it specifies and not in the last 12 hours. Once per event date, so again if the event moves to another day. A reminder that is owed now carries the question; else it is an email of its own.';


-- attendance/reservations/line_up.sql

create function private.line_up(p_event uuid) returns void
language sql
as $$
  insert into public.reservations (id, event_id, state, line)
    select w.id, w.event_id, case when w.suspected_spam then 'set-aside' else private.state_of_newcomer(p_event) end,
      row_number() over (order by w.created_at, w.id) + (select coalesce(max(r.line), 0) from public.reservations r where r.event_id = p_event)
    from public.waitlist_entries w
    where w.event_id = p_event and not exists (select from public.reservations r where r.id = w.id);
$$;

comment on function private.line_up is
  'Adds everyone on the waitlist of an event who has no reservation yet, in the order in which they joined.';


-- attendance/reservations/own_reservation.sql

create function private.own_reservation(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'state', r.state,
    'attends', r.attends,
    'switches_to', r.switches_to,
    'may_switch', private.may_switch(r),
    'party', r.party,
    'hold_until', r.hold_until,
    'offer_ends_at', r.offer_ends_at,
    'code', case when r.state = 'placed' and r.hold_until is null and r.attends = 'room' then r.code end,
    'join_url', case when private.may_join(r) then (select j.url from private.join_links j where j.event_id = r.event_id) end,
    'checked_in_at', r.checked_in_at,
    'arrived', r.arrived,
    'is_asked', private.may_answer(r),
    'coming_at', r.coming_at,
    'words', case when r.state in ('placed', 'turned-down') then r.words end,
    'decided_at', r.decided_at,
    'in_line', case when r.waits_for is not null then (
      select count(*) from public.reservations o where o.event_id = r.event_id and o.waits_for = r.waits_for and o.line <= r.line
    ) end,
    'free', greatest(private.spots_of(e, p.attends) - p.taken, 0),
    'moved_up', (select sum(o.moved_up) from public.event_spots o where o.event_id = r.event_id),
    'can_take', case
      when r.waits_for is not null then private.has_spots_for(r.event_id, r.waits_for, r.party, r.line, true)
      when r.state in ('declined', 'lapsed', 'canceled', 'past') and e.admission <> 'asked'
        then private.has_spots_for(r.event_id, r.attends, r.party, 2147483647, true)
      else false
    end,
    'sign_up', private.sign_up(e.id)
  )
  from public.reservations r
  join public.events e on e.id = r.event_id
  join public.event_spots p on p.event_id = r.event_id and p.attends = r.attends
  where r.id = p_id
);

comment on function private.own_reservation is
  'Returns what people see of their own reservation; the code of a spot in the room, or the link of a spot online, only once the spot is theirs.';


-- campaigns/is_addressed.sql

create function private.is_addressed(
  p_audience text,
  p_campaign integer,
  entry public.waitlist_entries
) returns boolean
language sql
stable
return (
  entry.confirmed_at is not null and not entry.suspected_spam and entry.quiet_at is null
  and not exists (select from public.reservations r where r.id = entry.id and r.state = 'turned-down')
  and case p_audience
    when 'everyone' then not exists (
      select from public.reservations r
      where r.id = entry.id and r.state not in ('placed', 'offered', 'waiting', 'asked')
    )
    when 'unanswered' then exists (
      select from private.questions_of(entry.id) q
      where q.is_required and not exists (
        select from public.entry_answers a where a.entry_id = entry.id and a.question_id = q.id
      )
    )
    when 'checked' then exists (
      select from private.campaign_people c where c.campaign_id = p_campaign and c.entry_id = entry.id
    )
    else exists (
      select from public.reservations r
      join public.events e on e.id = r.event_id
      where r.id = entry.id and case p_audience
        when 'spot' then r.state = 'placed' and r.hold_until is null
        when 'waiting' then r.state in ('offered', 'waiting')
        when 'asked' then r.state = 'asked'
        when 'came' then r.state = 'placed' and r.checked_in_at is not null
        when 'did-not-come' then r.state = 'placed' and r.checked_in_at is null and e.over_at <= now()
      end
    )
  end
);

comment on function private.is_addressed is
  'Whether an email in an admin''s own words to these people goes to an entry: only to a confirmed address that has not asked for no more of them, and whose request is not turned down. Who was checked is kept with the campaign; who has left or was erased has no entry.';


-- events/change_imported_events.sql

create function private.change_imported_events(p_import uuid, p_is_undo boolean) returns table (line integer, row_id uuid, made_at timestamptz)
language sql
as $$
  with given as materialized (
    select r.line, r.row_id, r.made_at, side.fields, private.side_of_changes(r.changes, 0) as before,
      -- If no campaign has notified people of the imported date, the earlier news of the date is restored; otherwise
      -- they have to be notified of the restored one.
      p_is_undo
        and r.changes ? 'dates'
        and not exists (select from public.campaigns c where c.event_id = r.row_id and c.started_at > i.applied_at) as is_untold
    from private.import_rows r
    join private.imports i on i.id = r.import_id
    cross join lateral private.side_of_changes(r.changes, case when p_is_undo then 0 else 1 end) as side (fields)
    where r.import_id = p_import and r.state = 'changed' and (r.made_at is not null) = p_is_undo
  ),
  changed as (
    update public.events e
      set title = coalesce(g.fields ->> 'title', e.title),
        starts_at = case when g.fields ? 'dates' then (g.fields #>> '{dates,starts_at}')::timestamptz else e.starts_at end,
        ends_at = case when g.fields ? 'dates' then (g.fields #>> '{dates,ends_at}')::timestamptz else e.ends_at end,
        previous_starts_at = case when g.is_untold then (g.fields #>> '{dates,previous_starts_at}')::timestamptz else e.previous_starts_at end,
        news_at = case when g.is_untold then (g.fields #>> '{dates,news_at}')::timestamptz else e.news_at end,
        date_precision = coalesce(g.fields #>> '{dates,date_precision}', e.date_precision),
        place = coalesce(g.fields ->> 'place', e.place),
        place_id = case when g.fields ? 'place' then private.place_of_words(g.fields ->> 'place') else e.place_id end,
        summary = coalesce(g.fields ->> 'summary', e.summary),
        about = coalesce(g.fields ->> 'about', e.about),
        ticket_url = case when g.fields ? 'ticket_url' then g.fields ->> 'ticket_url' else e.ticket_url end,
        status = coalesce(g.fields ->> 'status', e.status),
        time_note = case when g.fields ? 'time_note' then g.fields ->> 'time_note' else e.time_note end,
        recap = case when g.fields ? 'recap' then g.fields ->> 'recap' else e.recap end,
        recap_url = case when g.fields ? 'recap_url' then g.fields ->> 'recap_url' else e.recap_url end
      from given g
      where e.id = g.row_id
        and case
          when p_is_undo then e.updated_at = g.made_at
          -- The same rule as in judge_event_import, for events that began to take reservations after the preview.
          else not (e.takes_reservations and g.fields ?| '{dates, ticket_url}') and private.import_changes(private.event_as_imported(e), g.before) is null
        end
      returning g.line, e.id, e.updated_at
  ),
  noted as (
    update private.imported_events i
      set sequence = greatest(i.sequence, (r.checked ->> 'sequence')::integer)
      from changed c
      join private.import_rows r on r.import_id = p_import and r.line = c.line
      where not p_is_undo and i.event_id = c.id
  )
  select c.line, c.id, c.updated_at from changed c;
$$;

comment on function private.change_imported_events is
  'Changes events as change_by_import does; when a date is restored, also restores the fields that describe how it was announced.';


-- events/event_facts.sql

create function private.event_facts(p_id uuid) returns jsonb
language sql
stable
return (
  select private.event_for_visitors(e)
    - array['id', 'about', 'recap', 'recap_url', 'poster_path', 'poster_alt', 'created_at', 'updated_at']
  from public.events e
  where e.id = p_id
);

comment on function private.event_facts is
  'Returns what emails and pages for one person show of an event. If the event is not published, callers must not show anything that is not announced yet.';


-- programme/agenda_page.sql

create function public.agenda_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object('agenda', own.agenda, 'programme', private.programme_facts(r.event_id, null, null, false))
  from private.waitlist_links l
  join public.reservations r on r.id = l.entry_id
  cross join lateral (select private.own_agenda(r.id) as agenda) own
  where l.token_digest = p_token_digest and own.agenda is not null
), '{}');

grant execute on function public.agenda_page to service_role;

comment on function public.agenda_page is
  'Returns {agenda, programme} for the link of a person with a spot at an event with a published program, as in own_agenda and programme_facts; an empty object for any other link.';


-- programme/correction_page.sql

create function public.correction_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'event', e.title, 'words', private.speaker_words(c.speaker_id), 'correction', c.correction, 'sent_at', c.sent_at,
    'settled_at', c.settled_at, 'is_taken', c.is_taken
  )
  from private.speaker_contacts c
  join public.speakers s on s.id = c.speaker_id
  join public.events e on e.id = s.event_id
  where c.link_digest = p_token_digest and private.may_correct(c.speaker_id)
), '{}');

grant execute on function public.correction_page to service_role;

comment on function public.correction_page is
  'Returns what a speaker sees by their link: {event: its title, words as in speaker_words, correction, sent_at, settled_at, is_taken}; an empty object for a link that leads nowhere, or to an event that is over.';


-- programme/programme_mail_content.sql

create function private.programme_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case p_purpose
  when 'agenda-changed' then (
    select jsonb_build_object(
      'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'event', private.event_facts(w.event_id), 'talks', changed.talks
    )
    from public.waitlist_entries w
    join private.agendas a on a.entry_id = w.id
    join public.mails m on m.purpose = p_purpose and m.person = w.id and m.occurrence = p_occurrence
    join public.events e on e.id = w.event_id
    cross join lateral (
      select jsonb_agg(
          jsonb_build_object(
            'title', case when t.is_announced then t.title else c.title end, 'starts_at', t.starts_at, 'ends_at', t.ends_at,
            'room', (select r.name from public.rooms r where r.id = t.room_id), 'status', coalesce(t.status, 'removed')
          )
          order by t.starts_at nulls last, c.number
        ) as talks
      from private.talk_changes c
      left join public.talks t on t.number = c.number
      where c.event_id = w.event_id and c.number = any (a.talks) and c.changed_at >= m.created_at and coalesce(t.ends_at, c.ends_at, 'infinity') > now()
    ) changed
    where w.id = p_person and private.own_agenda(w.id) is not null and e.status = 'scheduled' and changed.talks is not null
  )
  when 'speaker-corrections' then (
    select jsonb_build_object('speaker', c.speaker_id, 'email', c.email, 'name', s.name, 'event', e.title)
    from private.speaker_contacts c
    join public.speakers s on s.id = c.speaker_id
    join public.events e on e.id = s.event_id
    where c.speaker_id = p_person and c.email is not null and private.may_correct(c.speaker_id)
  )
end;

comment on function private.programme_mail_content is
  'Implements mail_content for the email about talks of an agenda that were moved, canceled or removed since the email was queued, in their current state, and for the email that asks a speaker for corrections.';


-- proposals/call_deadline.sql

create function private.call_deadline(p_event uuid) returns timestamptz
language sql
stable
return (select c.deadline from private.talk_calls c where c.event_id = p_event and private.call_is_open(p_event));

comment on function private.call_deadline is
  'Returns until when a visible event accepts talk proposals; null if it does not.';


-- questions/are_answered.sql

create function private.are_answered(
  p_event public.events,
  p_attends text,
  p_answers jsonb,
  p_entry uuid default null
) returns boolean
language sql
stable
return not exists (
  select from private.questions_for(p_event, p_attends) q
  left join public.entry_answers a on a.entry_id = p_entry and a.question_id = q.id
  where case
    when p_answers ? q.id::text then not private.is_answer(
      q,
      array(select jsonb_array_elements_text(p_answers -> q.id::text)),
      array(select jsonb_array_elements_text(a.value))
    )
    else q.is_required
  end
);

comment on function private.are_answered is
  'Returns whether p_answers, {question id: [text]}, answers all required questions of an event, and all others that it names; what is not asked of the person counts as not given. An entry may keep an option that it has chosen.';


-- questions/own_questions.sql

create function private.own_questions(p_entry uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'until', case when isfinite(private.answers_end(e)) then private.answers_end(e) end,
    'questions', (
      select coalesce(
        jsonb_agg(
          to_jsonb(q) || jsonb_build_object('value', coalesce(a.value, '[]'), 'kept', array(
            select chosen from jsonb_array_elements_text(a.value) chosen
            where q.kind in ('one', 'several') and chosen <> all (q.options)
          ))
          order by q.position
        ),
        '[]'
      )
      from private.questions_of(p_entry) q
      left join public.entry_answers a on a.entry_id = p_entry and a.question_id = q.id
      where private.answers_end(e) > now()
    )
  )
  from public.waitlist_entries w
  join public.events e on e.id = w.event_id
  where w.id = p_entry
);

comment on function private.own_questions is
  'Returns what a person can answer on their own page, and until when (null: no end is known): {until, questions: the rows with value, and kept, the chosen options that are no longer offered}.';


-- attendance/reservations/reservations_mail_content.sql

create function private.reservations_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'name', w.name,
    'event', private.event_facts(w.event_id), 'reservation', private.own_reservation(w.id),
    'is_decided_now', p_purpose = 'reservation-ticket' and r.decided_at is not null and not exists (
      select from public.mails m
      where m.purpose = p_purpose and m.person = r.id and m.occurrence < p_occurrence and m.created_at >= r.decided_at
    ),
    'has_workshops', exists (select from public.events o where o.for_people_of = e.id and o.is_published),
    'offer_ends_at', private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
  )
  from public.waitlist_entries w
  join public.reservations r on r.id = w.id
  join public.events e on e.id = w.event_id
  where w.id = p_person
    and not w.suspected_spam
    and case p_purpose
      when 'reservation-offer' then r.state = 'offered' and r.offers = p_occurrence and private.sign_up(e.id) = 'open'
      when 'reservation-ticket' then r.state = 'placed' and r.hold_until is null and e.status = 'scheduled' and coalesce(e.over_at > now(), true)
      when 'join-link' then p_occurrence = extract(epoch from e.starts_at)::bigint
        and private.may_join(r)
        and exists (select from private.join_links j where j.event_id = e.id)
      when 'join-link-replaced' then private.may_join(r)
        and exists (select from private.join_links j where j.event_id = e.id and j.number = p_occurrence)
      when 'still-coming' then p_occurrence = r.asked_for - date '1970-01-01'
        and r.coming_at is null
        and e.starts_at > now() + interval '12 hours'
        and private.may_answer(r)
      when 'reservation-canceled' then r.state = 'canceled'
      when 'request-answered' then r.decided_at is not null and r.state in ('turned-down', 'waiting')
        and e.status <> 'cancelled' and coalesce(e.over_at > now(), true)
      when 'request-undecided' then r.state = 'asked'
        and p_occurrence = private.day_of_event(e) - date '1970-01-01'
        and e.status = 'scheduled' and e.is_published and e.starts_at > now()
    end
);

comment on function private.reservations_mail_content is
  'Implements mail_content for the emails about reservations; offer_ends_at is the deadline of an offer whose email is accepted now.';


-- attendance/waitlist/address_change.sql

create function public.address_change(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', case
        when c.confirmed_at is not null then 'changed'
        when exists (
          select from public.waitlist_entries o
          where o.event_id = w.event_id and lower(o.email) = lower(c.email) and not o.suspected_spam
        ) then 'already-listed'
        else 'asked'
      end,
      'email', c.email,
      'event', private.event_facts(w.event_id)
    )
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.token_digest = p_token_digest
      and (c.confirmed_at is not null or c.asked_at > now() - interval '24 hours')
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.address_change to service_role;

comment on function public.address_change is
  'Returns what the page behind the link in an email to a new address shows: asked, changed, already-listed (this address has its own entry on the waitlist, so nothing changes) or nowhere.';


-- attendance/waitlist/ticket_page.sql

create function public.ticket_page(p_ticket_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'name', w.name,
    'event', private.event_facts(w.event_id),
    'reservation', private.own_reservation(w.id) - 'words'
  )
  from private.waitlist_links l
  join public.waitlist_entries w on w.id = l.entry_id
  where l.ticket_digest = p_ticket_digest
  limit 1
), '{}');

grant execute on function public.ticket_page to service_role;

comment on function public.ticket_page is
  'Returns what a ticket shows, by the digest of its own token, with which nothing can be changed: the name, the event and the reservation. An empty object if the link leads nowhere.';


-- campaigns/campaigns_mail_content.sql

create function private.campaigns_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case p_purpose
  when 'event-news' then (
    select jsonb_build_object(
      'entry', w.id, 'generation', w.link_generation, 'email', w.email,
      'kind', t.kind, 'subject', t.subject, 'words', t.words, 'told', w.told,
      'event', private.event_for_visitors(e) - 'is_published',
      'reservation', (
        select jsonb_build_object(
          'state', r.state, 'attends', r.attends, 'is_asked', private.may_answer(r) and r.coming_at is null,
          'code', case when r.state = 'placed' and r.hold_until is null and r.attends = 'room' then r.code end
        )
        from public.reservations r
        where r.id = w.id
      )
    )
    from public.campaigns t
    join public.events e on e.id = t.event_id
    join public.waitlist_entries w on w.event_id = e.id
    where t.id = p_occurrence
      and w.id = p_person
      and not w.suspected_spam
      and (
        t.kind = 'own-words'
        or not exists (
          select from public.reservations r where r.id = w.id and public.takes_no_part(r.state)
        )
      )
      and private.is_news(t.kind, e.id)
      and private.concerns(t.kind, e.id, w.id)
      and (t.kind <> 'tickets-open' or w.tickets_notified_at is null)
      and case
        when t.kind in ('reminder', 'recap') then t.starts_at = e.starts_at
        when t.kind in ('cancelled', 'postponed', 'changed') then private.news_of(w.told, e) = t.kind
        when t.kind = 'own-words' then private.is_addressed(t.audience, t.id, w)
        else true
      end
  )
  when 'event-news-test' then (
    select jsonb_build_object(
      'email', u.email, 'kind', t.kind, 'subject', t.subject, 'words', t.words,
      'told', private.told_by_most(t.kind, e.id), 'event', private.event_for_visitors(e) - 'is_published'
    )
    from public.campaigns t
    join public.events e on e.id = t.event_id
    join public.admin_users a on a.id = p_person
    join auth.users u on u.id = a.id
    where t.id = p_occurrence
  )
end;

comment on function private.campaigns_mail_content is
  'Implements mail_content for a campaign (p_occurrence): the email to an entry, null if it is no longer true, does not concern the entry, or the entry is gone or was notified by hand that tickets are open; and its test to an admin.';


-- events/events_as_shown.sql

create function private.events_as_shown(p_ids uuid[], p_whole uuid[], p_for text) returns json
language sql
stable
as $$
  select coalesce(json_agg(shown order by shown.starts_at desc), '[]')
  from (
    select
      e.id, e.address as key, e.title, e.starts_at, e.ends_at, e.previous_starts_at, e.date_precision, e.over_at,
      e.time_note, e.place, e.place_details, e.place_note, e.attendee_limit, e.summary,
      case
        when p_for = 'one' or e.id = any (p_whole)
          or p_for is distinct from 'page' and coalesce(e.over_at > now(), true)
          then e.about
        else ''
      end as about,
      e.recap, e.recap_url, e.ticket_url, e.to_bring, e.co_hosts, e.poster_path, e.poster_alt, e.poster_width,
      e.poster_height, e.status, case when e.is_listed then e.tab_order end as tab_order, e.tab_label, e.admission,
      e.waitlist_closed, e.takes_reservations, e.sign_up_opens_at, e.sign_up_closes_at, e.party_limit, e.offer_hours,
      e.meets, e.online_limit,
      -- Null if visitors cannot see the other event.
      case
        when e.for_people_of is not null then json_build_object('key', m.address, 'title', m.title, 'status', m.status)
      end as people_of,
      e.sequence, e.created_at, e.updated_at,
      (
        select json_agg(
          json_build_object('attends', p.attends, 'taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up)
          order by p.attends desc
        )
        from public.event_spots p
        where p.event_id = e.id and e.meets in (p.attends, 'both')
      ) as event_spots,
      case
        when p_for = 'one' or e.id = any (p_whole) then (
          select coalesce(
            json_agg(
              json_build_object(
                'id', q.id, 'kind', q.kind, 'text', q.text, 'hint', q.hint, 'options', q.options,
                'is_required', q.is_required, 'asked_of', q.asked_of, 'keep', q.keep, 'for_door', q.for_door
              )
              order by q.position
            ),
            '[]'
          )
          from public.event_questions q
          where q.event_id = e.id and q.closed_at is null
        )
      end as questions,
      case
        when s.id is not null
          then json_build_object('key', s.key, 'name', s.name, 'about', case when p_for = 'series' then s.about end)
      end as series,
      case
        when p_for = 'one'
          then exists (select from public.programmes g where g.id = e.id and g.published_at is not null)
      end as has_programme,
      case when p_for = 'one' then private.call_deadline(e.id) end as call_deadline,
      case
        when p_for = 'one' then (
          select coalesce(json_agg(edition), '[]')
          from (
            select o.key, o.title, o.starts_at, o.ends_at, o.date_precision, o.over_at, o.time_note, o.status,
              o.created_at
            from public.events o
            where o.series_id = e.series_id and o.is_listed
            order by o.starts_at desc
            limit 200
          ) edition
        )
      end as editions
    from public.events e
    left join public.series s
      on s.id = e.series_id and exists (select from public.events o where o.series_id = s.id and o.is_listed)
    left join public.events m on m.id = e.for_people_of and m.is_listed
    where e.id = any (p_ids)
  ) shown;
$$;

comment on function private.events_as_shown is
  'Returns what visitors get of events, latest first: for one (with its text, program, call and editions), a series (with its text), or a page (with the texts of p_whole alone); for anything else with the texts of those that are not over. Callers decide which events a visitor may see.';


-- questions/lacks_answers.sql

create function private.lacks_answers(p_entry uuid) returns boolean
language sql
stable
return exists (
  select from jsonb_array_elements(private.own_questions(p_entry) -> 'questions') q where q -> 'value' = '[]'
);

comment on function private.lacks_answers is
  'Returns whether a person can still answer something that they have not answered.';


-- attendance/reservations/own_workshops.sql

create function private.own_workshops(p_entry uuid) returns jsonb
language sql
stable
return (
  select coalesce(jsonb_agg(shown.facts order by shown.starts_at, shown.id), '[]')
  from (
    select e.id, e.starts_at,
      private.workshop_facts(e)
      || jsonb_build_object(
        'event', private.event_facts(e.id), 'may_reserve', private.has_reservation(w.id), 'own', own.facts
      ) as facts
    from public.waitlist_entries w
    join public.reservations r on r.id = w.id and r.state in ('placed', 'offered', 'waiting')
    join public.events e on e.for_people_of = w.event_id and e.is_published
    left join lateral (
      select jsonb_build_object(
        'entry', c.id,
        'generation', c.link_generation,
        'links', array(select l.token_digest from private.waitlist_links l where l.entry_id = c.id),
        'goes_too', c.for_entry is not null,
        'state', o.state,
        'party', o.party,
        'hold_until', o.hold_until,
        'in_line', private.own_reservation(c.id) -> 'in_line',
        'asks', private.lacks_answers(c.id)
      ) as facts
      from public.waitlist_entries c
      join public.reservations o on o.id = c.id
      where c.event_id = e.id and not c.suspected_spam and (c.for_entry = w.id or lower(c.email) = lower(w.email))
      order by c.for_entry is null
      limit 1
    ) own on true
    where w.id = p_entry
      and (
        own.facts is not null
        or coalesce(e.over_at > now(), true)
        or e.status = 'postponed'
        or e.date_precision not in ('exact', 'day')
      )
    order by e.starts_at, e.id
    limit 100
  ) shown
);

comment on function private.own_workshops is
  'Returns the published events for the people of an entry''s event that are to come or that they have signed up for: workshop_facts with the event, whether they may take a spot, and their own reservation there, which goes_too if it ends with this entry.';


-- attendance/waitlist/status_page.sql

create function public.status_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', 'waiting',
      'name', w.name,
      'email', w.email,
      'joined_at', w.created_at,
      'consent_version', w.consent_version,
      'consent_page', w.consent_page,
      'came_by', w.came_by,
      'confirmed_at', w.confirmed_at,
      'tickets_notified_at', w.tickets_notified_at,
      'position', case when w.tickets_notified_at is null
        and not exists (select from public.reservations r where r.id = w.id)
      then (
        select count(*)
        from public.waitlist_entries o
        where o.event_id = w.event_id
          and not o.suspected_spam
          and o.tickets_notified_at is null
          and (o.created_at, o.id) <= (w.created_at, w.id)
      ) end,
      'address_change', (
        select jsonb_build_object(
          'email', left(c.email, 1) || '…' || substring(c.email from '@.*$'), 'asked_at', c.asked_at
        )
        from private.waitlist_address_changes c
        where c.entry_id = w.id and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
      ),
      'is_quiet', w.quiet_at is not null,
      'forwarded_at', (select o.delivered_at from public.outbox o where o.waitlist_entry_id = w.id),
      'event', private.event_facts(w.event_id),
      'reservation', private.own_reservation(w.id),
      'answers', private.answers_of(w.id),
      'asks', private.own_questions(w.id),
      'agenda', private.own_agenda(w.id),
      'workshops', private.own_workshops(w.id)
    )
    from private.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object(
      'state', d.reason,
      'left_at', d.left_at,
      'may_undo', (d.entry ->> 'for_entry' is null or private.has_reservation((d.entry ->> 'for_entry')::uuid))
        and not exists (select from public.events e where e.id = d.event_id and e.admission = 'none'),
      'forwarded_at', d.delivery ->> 'delivered_at',
      'event', private.event_facts(d.event_id)
    )
    from private.waitlist_departures d
    where d.token_digests @> array[p_token_digest] and d.left_at > now() - private.departure_period()
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.status_page to service_role;

comment on function public.status_page is
  'Returns what the page behind a link shows: the entry with what belongs to it; for 24 hours after it was left or erased, that it was; or that the link leads nowhere.';


-- attendance/waitlist/waitlist_mail_content.sql

create function private.waitlist_mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case
  when p_purpose in ('waitlist-receipt', 'waitlist-lost-link', 'waitlist-new-link', 'waitlist-address-confirmed') then (
    select jsonb_build_object(
      'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'is_confirmed', w.confirmed_at is not null,
      'event', private.event_facts(w.event_id), 'asks', private.lacks_answers(w.id),
      -- When this email is sent, the two hours of a hold begin (start_hold).
      'reservation', private.own_reservation(w.id) || (
        select coalesce(jsonb_object_agg('hold_until', least(r.hold_until, now() + interval '2 hours')), '{}')
        from public.reservations r
        where r.id = w.id and r.hold_until is not null and p_purpose = 'waitlist-receipt'
      )
    )
    from public.waitlist_entries w
    where w.id = p_person and not w.suspected_spam
  )
  when p_purpose = 'waitlist-new-address' then (
    select jsonb_build_object('change', c.id, 'email', c.email, 'event', private.event_facts(w.event_id))
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.id = p_person and c.confirmed_at is null and c.asked_at > now() - interval '24 hours'
  )
  when p_purpose = 'waitlist-old-address' then (
    select jsonb_build_object('email', c.previous_email, 'event', private.event_facts(w.event_id))
    from private.waitlist_address_changes c
    join public.waitlist_entries w on w.id = c.entry_id
    where c.id = p_person and c.confirmed_at is not null
  )
end;

comment on function private.waitlist_mail_content is
  'Implements mail_content for the emails with the link to a status page and those about a new address.';


-- events/event_in_preview.sql

create function private.event_in_preview(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'event', private.events_as_shown(array[e.id], '{}', 'one')::jsonb -> 0,
    'is_published', e.is_published
  )
  from public.events e
  where e.id = p_id
);

comment on function private.event_in_preview is
  'Returns what a preview link to an event shows, as it is now: {event: the fields of read_events, is_published}.';


-- mail/mail_content.sql

create function private.mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language sql
stable
return case when p_purpose <> 'waitlist-receipt' and exists (
  select from public.waitlist_entries w
  where w.id = p_person and w.consent_version = 'came-on-paper' and w.confirmed_at is null
) then null else coalesce(
  private.waitlist_mail_content(p_purpose, p_person, p_occurrence),
  private.reservations_mail_content(p_purpose, p_person, p_occurrence),
  private.programme_mail_content(p_purpose, p_person, p_occurrence),
  private.campaigns_mail_content(p_purpose, p_person, p_occurrence),
  private.series_mail_content(p_purpose, p_person, p_occurrence),
  private.newsletter_mail_content(p_purpose, p_person, p_occurrence),
  private.contact_mail_content(p_purpose, p_person, p_occurrence),
  private.suggestions_mail_content(p_purpose, p_person),
  private.proposals_mail_content(p_purpose, p_person),
  private.accounts_mail_content(p_purpose, p_person, p_occurrence),
  private.test_mail_content(p_purpose, p_person, p_occurrence)
) end;

comment on function private.mail_content is
  'Returns what an email is currently made of, with the address under email; each feature handles its own purposes. Null when nobody is to get it any more. Who came by a list on paper gets nothing but the link that they ask for, until they confirm on the page to which it leads.';


-- previews/preview.sql

create function public.preview(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object('kind', p.kind, 'expires_at', p.expires_at) || shown.content
  from private.previews p
  cross join lateral (
    select case p.kind
      when 'article' then private.article_in_preview(p.article_id)
      when 'event' then private.event_in_preview(p.event_id)
      when 'program' then jsonb_build_object('programme', private.programme_facts(p.event_id, null, null, false))
    end as content
  ) shown
  where p.token_digest = p_token_digest and p.expires_at > now() and shown.content is not null
), '{}');

grant execute on function public.preview to service_role;

comment on function public.preview is
  'Returns what a preview link shows, published or not: {kind, expires_at} with {article, is_guide}, {event, is_published}, or {programme} as in programme_facts; an empty object for an expired link or an article in the trash.';
