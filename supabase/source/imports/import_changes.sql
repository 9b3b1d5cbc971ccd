-- Returns which of the fields of a line differ from the existing ones: {field: [before, said]}; null if none does.
create function private.import_changes(p_before jsonb, p_said jsonb) returns jsonb
language sql
immutable
parallel safe
as $$
  select jsonb_object_agg(s.key, jsonb_build_array(p_before -> s.key, s.value))
  from jsonb_each(p_said) s
  where s.value is distinct from p_before -> s.key;
$$;
