-- Corrects the name of the holder of this link. Returns false for a link that leads to no entry.
create function public.rename_entry(p_token_digest text, p_name text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set name = p_name
    from private.waitlist_links l
    where l.token_digest = p_token_digest and w.id = l.entry_id;
  return found;
end;
$$;

grant execute on function public.rename_entry to service_role;
