-- Returns how long each kind of log entry is kept; keep_the_audit_log refuses to delete anything earlier.
create function private.log_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    (
      'refusedSignIn',
      private.refused_sign_in_period(),
      'public.audit_log',
      't.changes ->> ''event'' in (''sign-in-refused'', ''proof-refused'') and t.at <= now() - $1',
      null
    ),
    ('signIn', private.sign_in_log_period(), 'public.audit_log', 't.verb = ''access'' and t.at <= now() - $1', null),
    ('logEntry', private.log_period(), 'public.audit_log', 't.at <= now() - $1', null);
$$;
