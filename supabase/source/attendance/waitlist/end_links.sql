-- Ends all links to the status page of an entry at once, whether or not an email with a new one can be sent.
create function private.end_links(p_entry uuid) returns void
language sql
as $$
  update public.waitlist_entries w set link_generation = w.link_generation + 1 where w.id = p_entry;
  delete from private.waitlist_links l where l.entry_id = p_entry;
  select private.remake_mails(p_entry);
$$;
