-- Ends all links to an entry at once, and enqueues the email with the new one, outside any budget.
create function private.owe_link(p_purpose text, p_entry uuid, p_address_key text) returns void
language plpgsql
as $$
begin
  perform private.end_links(p_entry);
  -- One that has not been composed yet will contain the new link.
  insert into public.mails (purpose, person, occurrence, address_key)
    select p_purpose, p_entry, coalesce(max(m.occurrence), 0) + 1, p_address_key
    from public.mails m
    where m.purpose = p_purpose and m.person = p_entry
    having not coalesce(bool_or(m.state = 'due' and m.sealed is null), false);
end;
$$;
