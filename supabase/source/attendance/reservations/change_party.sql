-- Changes the number of people of the reservation behind a link, as set_party says.
create function public.change_party(
  p_token_digest text,
  p_party integer,
  p_mails boolean
) returns public.change_party_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  return private.set_party(private.require_reservation(p_token_digest), p_party, p_mails);
end;
$$;

grant execute on function public.change_party to service_role;
