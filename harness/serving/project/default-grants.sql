-- What a hosted project also grants by default when it was made before 2026-05-30, or with "Automatically expose new tables and
-- functions" on.
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
