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
