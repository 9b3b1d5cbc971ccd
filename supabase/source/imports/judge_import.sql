create function private.judge_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  update private.import_rows r
    set state = 'new', reason = null
    where r.import_id = p_import.id and r.checked is not null and (r.state <> 'new' or r.reason is not null);
  case p_import.kind
    when 'subscribers' then
      perform private.judge_subscriber_import(p_import.id);
    when 'resources' then
      perform private.judge_resource_import(p_import.id);
    when 'events' then
      perform private.judge_event_import(p_import.id);
  end case;
end;
$$;

comment on function private.judge_import(private.imports) is
  'Says of each line of a staged file whether it is new, there or refused, as its noun knows.';
