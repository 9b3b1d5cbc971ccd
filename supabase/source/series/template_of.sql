-- Returns the event that editions of a series are copied from, as in its snapshot; no row if the event was deleted.
create function private.template_of(p_series uuid) returns setof public.events
language sql
stable
rows 1
as $$
  select e.*
  from private.series_templates t
  join public.series s on s.id = t.series_id
  join public.events source on source.id = s.template_id
  cross join lateral jsonb_populate_record(source, t.event) e
  where t.series_id = p_series;
$$;
