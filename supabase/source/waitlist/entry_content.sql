create function private.entry_content(p_person uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'is_confirmed', w.confirmed_at is not null,
    'event', private.told_of_event(w.event_id), 'reservation', private.own_reservation(w.id)
  )
  from public.waitlist_entries w
  where w.id = p_person and not w.suspected_spam
);

comment on function private.entry_content(uuid) is
  'mail_content of the mails with the link to the page of a waitlist entry: its receipt, and those that send or replace the link.';
