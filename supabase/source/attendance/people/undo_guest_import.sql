-- Removes the people whom a list on paper has added, and those whom it has counted, except who has got an email or has
-- confirmed since.
create function private.undo_guest_import(p_import private.imports) returns void
language plpgsql
as $$
begin
  delete from public.walk_ins w
    using private.import_rows r
    where r.import_id = p_import.id and r.state = 'new' and w.id = r.row_id;
  with gone as (
    delete from public.waitlist_entries w
      using private.import_rows r
      where r.import_id = p_import.id and r.state = 'new' and w.id = r.row_id and w.confirmed_at is null
        and w.created_at = r.made_at
        -- Who has the email knows of the spot.
        and not exists (select from public.mails m where m.person = w.id and m.attempts > 0)
      returning w.id
  )
  delete from public.mails m using gone g where m.person = g.id;
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import.id and r.state = 'new' and r.row_id is not null
      and not exists (select from public.waitlist_entries w where w.id = r.row_id);
end;
$$;
