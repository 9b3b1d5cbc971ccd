-- Whether an entry is of a person who exists: neither suspected spam nor a sample.
create function private.has_signed_up(entry public.waitlist_entries) returns boolean
language sql
stable
return not entry.suspected_spam and not exists (select from private.samples s where s.entry_id = entry.id);
