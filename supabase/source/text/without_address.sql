-- Returns the same JSON with matches of the pattern in its texts replaced.
create function private.without_address(p_value jsonb, p_pattern text, p_replacement text) returns jsonb
language plpgsql
immutable
as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then to_jsonb(regexp_replace(p_value #>> '{}', p_pattern, p_replacement, 'gi'))
    when 'object' then (
      select coalesce(jsonb_object_agg(each.key, private.without_address(each.value, p_pattern, p_replacement)), '{}')
      from jsonb_each(p_value) each
    )
    when 'array' then (
      select coalesce(
        jsonb_agg(private.without_address(element.value, p_pattern, p_replacement) order by element.place), '[]'
      )
      from jsonb_array_elements(p_value) with ordinality as element (value, place)
    )
    else p_value
  end;
end;
$$;
