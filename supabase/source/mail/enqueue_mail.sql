create function private.enqueue_mail(p_purpose text, p_person uuid, p_address_key text, p_budgets text[], p_keys jsonb default null) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Serialized, so that a form submitted twice enqueues one email.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || coalesce(p_address_key, p_person::text), 0));
  if private.is_suppressed(p_address_key, p_purpose)
    or exists (
      select from public.mails m
      where m.purpose = p_purpose
        and m.person = p_person
        and (
          m.next_attempt_at is not null
          or ((p_address_key is null or m.address_key = p_address_key) and m.created_at > now() - interval '1 minute')
        )
    )
    or private.spend(p_budgets, coalesce(p_keys, private.budget_keys(null, p_address_key))) is not null
  then
    return false;
  end if;

  insert into public.mails (purpose, person, occurrence, address_key)
    select p_purpose, p_person, coalesce(max(m.occurrence), 0) + 1, p_address_key
    from public.mails m
    where m.purpose = p_purpose and m.person = p_person;
  return true;
end;
$$;

comment on function private.enqueue_mail(text, uuid, text, text[], jsonb) is
  'Enqueues an email that someone has caused, within p_budgets of p_keys (budget_keys). Enqueues nothing while such an email is on its way or was queued to the same address in the last minute, and nothing to a suppressed address; without p_address_key, suppression is checked when it is sent. Returns whether it is queued.';
