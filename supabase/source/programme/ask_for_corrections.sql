-- For admins: stores the address of a speaker and enqueues an email with their link, once an hour, within the budget of
-- the caller's account. Returns asked; asked-before (within the last hour); not-now (an email is on its way or the
-- budget is used up); over (the event is over); or not-found.
create function public.ask_for_corrections(p_speaker uuid, p_email text) returns public.ask_for_corrections_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  contact private.speaker_contacts;
begin
  perform private.require_admin();
  perform from public.speakers s where s.id = p_speaker for key share;
  if not found then
    return 'not-found';
  end if;
  -- If the address changes, the link sent to the previous one becomes invalid.
  insert into private.speaker_contacts as c (speaker_id, email) values (p_speaker, p_email)
    on conflict (speaker_id) do update
    set email = excluded.email, link_digest = null, asked_at = null
    where lower(c.email) is distinct from lower(excluded.email);
  select c.* into contact from private.speaker_contacts c where c.speaker_id = p_speaker for no key update;
  if not private.may_correct(p_speaker) then
    return 'over';
  end if;
  if contact.asked_at > now() - interval '1 hour' then
    return 'asked-before';
  end if;
  if not private.enqueue_mail(
    'speaker-corrections', p_speaker, null, '{by-hand}', jsonb_build_object('account', auth.uid())
  )
  then
    return 'not-now';
  end if;
  update private.speaker_contacts c set asked_at = now() where c.speaker_id = p_speaker;
  return 'asked';
end;
$$;

-- for admins: writes the address of a speaker; sends an email to it, 200 a day for each admin
grant execute on function public.ask_for_corrections to authenticated;
