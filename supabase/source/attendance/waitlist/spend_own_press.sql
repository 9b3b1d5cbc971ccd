-- Counts an email that the holder of an entry's link causes, at most 5 a day. Returns whether it may be sent.
create function private.spend_own_press(p_entry uuid) returns boolean
language sql
return private.spend('{own-press}', jsonb_build_object('entry', replace(p_entry::text, '-', ''))) is null;
