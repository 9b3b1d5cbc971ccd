-- What nobody outside may call or read lies in a schema that the data API does not serve and no API role may use.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
comment on schema private is 'Tables and functions that only functions of ours reach.';

-- A hosted project may grant everything in public to its API roles by default, the secret key's role included, and PostgreSQL
-- lets everybody execute a new function. Here each grant is written beside what it opens.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- The Worker gives up a call after 3 s, and a sign-up after 4.5 (app/platform/database/supabase.server.ts). Without this the database would
-- go on for 8, and store what somebody was told had failed.
alter role authenticated set statement_timeout = '4s';
alter role service_role set statement_timeout = '4s';
