create function public.issue_credential(p_token_digest text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.credentials (reservation_id)
    select r.id
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest and r.checked_in_at is not null
    on conflict (reservation_id) do nothing;
  return public.own_credential(p_token_digest);
end;
$$;

comment on function public.issue_credential(text) is
  'Issues the credential of the reservation behind a link, if it was checked in and has none. Returns the same as own_credential.';

grant execute on function public.issue_credential(text) to service_role;
