-- Judges each new line of a staged file by the rules of its kind: still new, or there, changed or refused.
create function private.judge_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  -- A plan kept from small files would take seconds for 5,000 lines.
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  case p_import.kind
    when 'subscribers' then
      perform private.judge_subscriber_import(p_import.id);
    when 'resources' then
      perform private.judge_resource_import(p_import.id);
    when 'events' then
      perform private.judge_event_import(p_import.id);
    when 'guests' then
      perform private.judge_guest_import(p_import);
  end case;
  -- Triggers of the rows that are made would be planned again for each row.
  perform set_config('plan_cache_mode', 'auto', true);
end;
$$;
