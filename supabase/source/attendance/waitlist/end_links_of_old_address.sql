-- Trigger: when an address is corrected and not confirmed at the same time, it must be confirmed again, and no link
-- sent to the old address remains valid.
create function private.end_links_of_old_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.remake_mails(new.id);
  delete from private.waitlist_links l where l.entry_id = new.id;
  delete from private.waitlist_address_changes c where c.entry_id = new.id and c.confirmed_at is null;
  new.confirmed_at := null;
  new.link_generation := old.link_generation + 1;
  return new;
end;
$$;
