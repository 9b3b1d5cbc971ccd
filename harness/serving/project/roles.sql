-- The roles and schemas that a hosted project has before our first migration; made by the cluster's superuser, which there too is
-- not the role that migrates.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role postgres login createdb createrole replication bypassrls;

grant anon, authenticated, service_role to authenticator;
-- A hosted project lets postgres change the settings of these by an extension (supautils.reserved_roles).
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator to supabase_storage_admin;
grant pg_signal_backend to postgres;
-- A hosted project lets postgres make policies on storage.objects by an extension.
grant supabase_storage_admin to postgres;
-- There supautils lets postgres set it (supautils.privileged_role_allowed_configs).
grant set on parameter session_replication_role to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_storage_admin set search_path = 'storage';

alter database postgres owner to postgres;
grant usage on schema public to anon, authenticated, service_role;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;

create schema auth authorization supabase_auth_admin;
grant usage on schema auth to anon, authenticated, service_role, postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant execute on functions to anon, authenticated, service_role, postgres;

create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;
alter default privileges for role supabase_storage_admin in schema storage grant all on tables to anon, authenticated, service_role, postgres;
alter default privileges for role supabase_storage_admin in schema storage grant all on sequences to anon, authenticated, service_role, postgres;
alter default privileges for role supabase_storage_admin in schema storage grant execute on functions to anon, authenticated, service_role, postgres;
