-- Notes for the rest of the transaction that the holder of an entry's link causes what happens (is_by_holder).
create function private.note_holder(p_entry uuid) returns void
language sql
as $$
  select set_config('status_page.holder', p_entry::text, true);
$$;
