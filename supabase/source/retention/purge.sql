-- Deletes (or anonymizes) what private.retention() says has been kept long enough, up to p_limit rows for each of its
-- rules. Returns {kind: number}; call it again while any number is not 0.
create function public.purge(p_limit integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rule record;
  removed integer;
  purged jsonb := '{}';
begin
  if p_limit is null or p_limit not between 1 and 10000 then
    raise exception 'purge 1 to 10000 rows of a kind at a time' using errcode = 'invalid_parameter_value';
  end if;
  perform set_config('audit_log.erasing', 'on', true);
  for rule in select * from private.retention() loop
    execute format(
      '%1$s where t.ctid = any (array(select t.ctid from %2$s t where %3$s limit $2 for update skip locked))',
      case
        when rule.change is null then format('delete from %s t', rule.relation)
        else format('update %s t set %s', rule.relation, rule.change)
      end,
      rule.relation,
      rule.expired
    ) using rule.period, p_limit;
    get diagnostics removed = row_count;
    purged := purged || jsonb_build_object(rule.kind, removed + coalesce((purged ->> rule.kind)::integer, 0));
  end loop;
  perform set_config('audit_log.erasing', 'off', true);
  return purged;
end;
$$;

grant execute on function public.purge to service_role;
