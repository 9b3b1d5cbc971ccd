-- Returns what an email is currently made of, with the address under email; each feature handles its own purposes. Null
-- when nobody is to get it any more. Who came by a list on paper gets nothing but the link that they ask for, until
-- they confirm on the page to which it leads.
create function private.mail_content(p_purpose text, p_person uuid, p_occurrence bigint) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose <> 'waitlist-receipt' and exists (
    select from public.waitlist_entries w
    where w.id = p_person and w.consent_version = 'came-on-paper' and w.confirmed_at is null
  ) then
    return null;
  end if;
  return coalesce(
    private.waitlist_mail_content(p_purpose, p_person, p_occurrence),
    private.reservations_mail_content(p_purpose, p_person, p_occurrence),
    private.programme_mail_content(p_purpose, p_person, p_occurrence),
    private.campaigns_mail_content(p_purpose, p_person, p_occurrence),
    private.series_mail_content(p_purpose, p_person, p_occurrence),
    private.newsletter_mail_content(p_purpose, p_person, p_occurrence),
    private.contact_mail_content(p_purpose, p_person, p_occurrence),
    private.suggestions_mail_content(p_purpose, p_person),
    private.proposals_mail_content(p_purpose, p_person),
    private.accounts_mail_content(p_purpose, p_person, p_occurrence),
    private.test_mail_content(p_purpose, p_person, p_occurrence)
  );
end;
$$;
