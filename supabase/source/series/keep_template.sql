-- Trigger: stores a snapshot of the event that editions are copied from, so that later changes to that single event do
-- not affect future editions.
create function private.keep_template() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.series_templates t where t.series_id = new.id;
  insert into private.series_templates (series_id, event)
    select new.id, to_jsonb(e)
    from public.events e
    where e.id = new.template_id;
  return null;
end;
$$;
