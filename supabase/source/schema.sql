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
