-- Removes the people that an import has added, and returns those whom it let leave, if nobody has touched their row
-- since: neither asked to confirm, nor confirmed, nor corrected.
create function private.undo_subscriber_import(p_import uuid) returns void
language plpgsql
as $$
begin
  with gone as (
    delete from public.newsletter_subscribers s
      using private.import_rows r
      where r.import_id = p_import and r.state = 'new' and s.id = r.row_id and s.updated_at = r.made_at
      returning s.id
  ),
  back as (
    update public.newsletter_subscribers s
      set left_at = null
      from private.import_rows r
      where r.import_id = p_import and r.refusal = 'departed' and s.id = r.row_id and s.updated_at = r.made_at
      returning s.id
  )
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import
      and r.row_id is not null
      and (
        r.row_id in (select g.id from gone g union all select b.id from back b)
          or not exists (select from public.newsletter_subscribers s where s.id = r.row_id)
      );
end;
$$;
