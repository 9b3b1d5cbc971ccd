-- Ends the emails in organizers' own words to the holder of this link, or lets them come again. Returns false for a
-- link that leads to no entry.
create function public.set_quiet(p_token_digest text, p_is_quiet boolean) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set quiet_at = case when p_is_quiet then coalesce(w.quiet_at, now()) end
    from private.waitlist_links l
    where l.token_digest = p_token_digest and w.id = l.entry_id;
  return found;
end;
$$;

grant execute on function public.set_quiet to service_role;
