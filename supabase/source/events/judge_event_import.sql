create function private.judge_event_import(p_import uuid) returns void
language plpgsql
as $$
begin
  update private.import_rows r
    set state = 'there'
    where r.import_id = p_import
      and r.checked is not null
      and exists (
        select from public.events e
        where public.fold(e.title) = public.fold(r.checked ->> 'title')
          and e.starts_at is not distinct from (r.checked ->> 'starts_at')::timestamptz
      );
end;
$$;

comment on function private.judge_event_import(uuid) is 'Which events of a file are here already: those of the same title that begin at the same time.';
