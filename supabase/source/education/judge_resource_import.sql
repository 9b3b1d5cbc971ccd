create function private.judge_resource_import(p_import uuid) returns void
language plpgsql
as $$
begin
  update private.import_rows r
    set state = case when found_there.is_there then 'there' else 'refused' end,
      reason = case when found_there.is_there then null when found_there.place > 1 then 'twin' else 'no-tab' end
    from (
      select
        l.line,
        exists (
          select from public.education_resources e where public.address_key(e.url) = public.address_key(l.checked ->> 'url')
        ) as is_there,
        row_number() over (partition by public.address_key(l.checked ->> 'url') order by l.line) as place
      from private.import_rows l
      where l.import_id = p_import and l.checked is not null
    ) found_there
    where r.import_id = p_import
      and r.line = found_there.line
      and (found_there.is_there or found_there.place > 1 or not exists (select from public.education_tabs));
end;
$$;

comment on function private.judge_resource_import(uuid) is
  'Which resources of a file the library has already, also among the deleted ones: those that lead to the same page. Refused is the second line about one page, and all where there is no tab.';
