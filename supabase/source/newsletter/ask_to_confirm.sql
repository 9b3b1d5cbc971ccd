-- Enqueues one email to everyone who has to be asked for a confirmation and never was: addresses from before
-- confirmations were introduced, imported addresses, and those that an admin has corrected or moved out of suspected
-- spam. Imported ones have 30 days to confirm. Returns the number of people asked.
create function public.ask_to_confirm() returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked integer;
begin
  perform private.require_owner();
  with asking as (
    update public.newsletter_subscribers s
      set
        confirmation_asked_at = now(),
        confirm_by = case when s.imported_from is not null then now() + private.unconfirmed_period() end
      where not s.suspected_spam
        and s.confirmed_at is null
        and s.left_at is null
        and s.confirm_by is null
        and s.confirmation_asked_at is null
      returning s.id
  )
  insert into public.mails (purpose, person, occurrence)
    select
      'newsletter-confirm',
      a.id,
      coalesce(
        (select max(m.occurrence) from public.mails m where m.purpose = 'newsletter-confirm' and m.person = a.id), 0
      ) + 1
    from asking a;
  get diagnostics asked = row_count;
  return asked;
end;
$$;

-- for owners
grant execute on function public.ask_to_confirm to authenticated;
