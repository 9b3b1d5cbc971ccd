-- Issues the credential of one of the people who were let in with the reservation behind a link, if there is none and
-- none was taken back. Returns the same as own_credential.
create function public.issue_credential(p_token_digest text, p_person integer default 1) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.credentials (reservation_id, person, is_sample)
    select r.id, p_person, private.is_sample_event(r.event_id)
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest
      and r.checked_in_at is not null
      and p_person between 1 and r.arrived
      and not exists (select from public.credentials c where c.reservation_id = r.id and c.taken_back_at is not null)
    on conflict (reservation_id, person) do nothing;
  return public.own_credential(p_token_digest, p_person);
end;
$$;

grant execute on function public.issue_credential to service_role;
