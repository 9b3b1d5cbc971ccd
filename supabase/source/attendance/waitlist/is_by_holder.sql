-- Whether an entry's own link causes what happens in this transaction, and not an admin, cron or someone else.
create function private.is_by_holder(p_entry uuid) returns boolean
language sql
stable
return coalesce(current_setting('status_page.holder', true), '') = p_entry::text;
