-- Whoever is on a list may have a name or an address corrected, and admins do that; the log names the columns and no values.
grant update (name, email) on public.waitlist_entries to authenticated;
grant update (email) on public.newsletter_subscribers to authenticated;
