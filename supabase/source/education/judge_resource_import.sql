-- Judges which resources of a file the library already has (those that lead to the same page, including deleted ones),
-- and what the line would change of one that is not deleted. Refuses the second line about the same page, new ones
-- without a description, and all new ones if there is no tab.
create function private.judge_resource_import(p_import uuid) returns void
language plpgsql
as $$
begin
  with there as materialized (
    select distinct on (public.address_key(e.url)) public.address_key(e.url) as page, e.id
    from public.education_resources e
    order by public.address_key(e.url), e.deleted_at is not null, e.created_at, e.id
  ),
  compared as materialized (
    select
      l.line,
      e.id,
      case when e.id is not null and e.deleted_at is null then private.resource_changes(e, l.checked) end as changes,
      row_number() over (partition by public.address_key(l.checked ->> 'url') order by l.line) as place,
      l.checked ->> 'description' is null as lacks_description,
      l.checked ->> 'new_tab' is not null as brings_tab
    from private.import_rows l
    left join there t on t.page = public.address_key(l.checked ->> 'url')
    left join public.education_resources e on e.id = t.id
    where l.import_id = p_import and l.state = 'new'
  ),
  judged as (
    select
      c.line,
      c.id,
      c.changes,
      case
        when c.id is not null and c.changes is null then 'there'
        when c.place > 1 then 'twin'
        when c.id is not null then 'changed'
        when c.lacks_description then 'undescribed'
        when not exists (select from public.education_tabs) and not c.brings_tab then 'no-tab'
        else 'new'
      end as verdict
    from compared c
  )
  update private.import_rows r
    set state = case when j.verdict in ('there', 'changed') then j.verdict else 'refused' end,
      refusal = case when j.verdict not in ('there', 'changed') then j.verdict::public.import_refusal end,
      row_id = case j.verdict when 'changed' then j.id end,
      changes = case j.verdict when 'changed' then j.changes end
    from judged j
    where r.import_id = p_import and r.line = j.line and j.verdict <> 'new';
end;
$$;
