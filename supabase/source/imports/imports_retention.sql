-- Returns how long imported files are kept.
create function private.imports_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    (
      'stagedImport',
      interval '24 hours',
      'private.imports',
      't.applied_at is null and t.created_at <= now() - $1',
      null
    ),
    ('appliedImport', private.import_undo_period(), 'private.imports', 't.applied_at <= now() - $1', null);
$$;
