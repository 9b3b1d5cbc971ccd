-- Editors read what the log says about articles. The list is extended where it stands, whatever else has been added to it.
do $$
declare
  before constant text := (
    select pg_get_expr(p.polqual, p.polrelid)
    from pg_catalog.pg_policy p
    where p.polrelid = 'public.audit_log'::regclass and p.polname = 'Owners read the audit log, editors what is theirs of it'
  );
  after constant text := replace(before, '''message_answers''::text', '''message_answers''::text, ''articles''::text');
begin
  if before = after then
    raise exception 'the policy of the audit log has no list of tables';
  end if;
  execute format('alter policy %I on public.audit_log using (%s)', 'Owners read the audit log, editors what is theirs of it', after);
end;
$$;
