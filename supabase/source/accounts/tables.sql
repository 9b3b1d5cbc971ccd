create table public.admin_users (
  id uuid primary key,
  created_at timestamptz not null default now(),
  role public.role_of_admin not null default 'owner',
  first_signed_in_at timestamptz
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
  keys public.digest not null,
  device text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  proved_at timestamptz not null default now(),
  verified_at timestamptz,
  device_key public.keyed_digest,
  constraint admin_sessions_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade,
  constraint device_is_words check (device ~ '^[A-Za-z0-9 ]{1,60}$')
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
  account_key public.keyed_digest not null,
  address_key public.keyed_digest,
  at timestamptz not null default now(),
  is_settled boolean not null default true,
  device_key public.keyed_digest
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
  device_key public.keyed_digest not null,
  last_used_at timestamptz not null default now(),
  constraint known_devices_pkey primary key (user_id, device_key),
  constraint known_devices_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade
);

comment on table private.known_devices is 'Browsers that an admin signed in with in the last 90 days.';
comment on column private.known_devices.device_key is 'Keyed digest of the visitor cookie.';

alter table private.known_devices enable row level security;


create table private.known_addresses (
  account_key public.keyed_digest not null,
  address_key public.keyed_digest not null,
  last_used_at timestamptz not null default now(),
  constraint known_addresses_pkey primary key (account_key, address_key)
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
  constraint secret_is_sealed check (
    sealed_secret ~ '^Fe26[.]2[*][A-Za-z0-9*_-]+$' and char_length(sealed_secret) <= 1000
  )
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
  digest public.digest not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, digest),
  constraint recovery_codes_user_id_fkey foreign key (user_id)
    references private.second_factors(user_id) on delete cascade
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
  constraint factor_tries_user_id_fkey foreign key (user_id)
    references private.second_factors(user_id) on delete cascade
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
  keys public.digest not null,
  asked_at timestamptz not null default now(),
  token_digest public.digest,
  used_at timestamptz,
  constraint password_links_user_id_fkey foreign key (user_id) references public.admin_users(id) on delete cascade
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
  email public.email_address not null,
  role public.role_of_admin not null,
  invited_by uuid not null,
  invited_at timestamptz not null default now(),
  token_digest public.digest,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint admin_invitations_invited_by_fkey foreign key (invited_by)
    references public.admin_users(id) on delete cascade,
  constraint accepted_or_withdrawn check (num_nonnulls(accepted_at, withdrawn_at) < 2)
);

comment on table private.admin_invitations is
  'People invited by owners to become admins. An invitation can be accepted only within 7 days of invited_at.';
comment on column private.admin_invitations.invited_at is 'When the invitation was last sent.';
comment on column private.admin_invitations.token_digest is
  'SHA-256 of the token that accepts the invitation; the token itself is only in the email.';

create index admin_invitations_by_time on private.admin_invitations (invited_at);
create unique index admin_invitations_by_token on private.admin_invitations (token_digest);
create index admin_invitations_of_an_owner on private.admin_invitations (invited_by);
create unique index one_invitation_per_address on private.admin_invitations (lower(email))
  where accepted_at is null and withdrawn_at is null;

alter table private.admin_invitations enable row level security;


create table private.admin_address_changes (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null,
  email public.email_address not null,
  previous_email text not null,
  keys public.digest not null,
  token_digest public.digest,
  asked_at timestamptz not null default now(),
  canceled_at timestamptz,
  confirmed_at timestamptz,
  constraint admin_address_changes_user_id_fkey foreign key (user_id)
    references public.admin_users(id) on delete cascade
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
create unique index one_admin_address_change_at_a_time on private.admin_address_changes (user_id)
  where canceled_at is null and confirmed_at is null;

alter table private.admin_address_changes enable row level security;
