-- Stores the newsletter provider's response about an address and, with p_pause_seconds (at most 6 hours), for how long
-- it accepts no requests.
create function public.end_newsletter_request(
  p_email_key text,
  p_outcome jsonb,
  p_pause_seconds integer default 0
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if p_pause_seconds > 0 then
    insert into private.newsletter_pause as p (ends_at)
      values (now() + least(p_pause_seconds * interval '1 second', interval '6 hours'))
      on conflict (only_row) do update set ends_at = greatest(p.ends_at, excluded.ends_at);
  end if;
  update private.newsletter_requests r set last_outcome = p_outcome where r.email_key = p_email_key;
  return found;
end;
$$;

grant execute on function public.end_newsletter_request to service_role;
