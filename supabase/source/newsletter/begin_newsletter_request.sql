-- Counts a request to the newsletter provider about an address and returns whether it is allowed: 3 times within 24
-- hours, and never while the provider is paused or others are waiting for their turn (in_turn). After the third time,
-- also returns the last outcome, null if it is not known.
create function public.begin_newsletter_request(p_email_key text, p_strangers_a_minute integer default 20) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from private.newsletter_pause p where p.ends_at > now()) then
    return jsonb_build_object('allowed', false, 'paused', true, 'in_turn', false, 'last', null);
  end if;
  -- The provider writes to the address, so it is asked in the queue of emails that strangers cause.
  if private.left_of('strangers-sent', p_strangers_a_minute) = 0 or exists (select from private.next_strangers(1)) then
    return jsonb_build_object('allowed', false, 'paused', false, 'in_turn', true, 'last', null);
  end if;

  insert into private.newsletter_requests as r (email_key, asked_at) values (p_email_key, array[now()])
    on conflict (email_key) do update
    set asked_at = array(
      select t from unnest(r.asked_at) t where t > now() - private.newsletter_request_period() order by t
    ) || now(),
      last_asked_at = now(),
      last_outcome = case when r.last_asked_at > now() - private.newsletter_request_period() then r.last_outcome end
    where (select count(*) from unnest(r.asked_at) t where t > now() - private.newsletter_request_period()) < 3;
  if found then
    perform private.spend('{strangers-sent}', '{}');
    return jsonb_build_object('allowed', true, 'paused', false, 'in_turn', false, 'last', null);
  end if;
  return jsonb_build_object(
    'allowed', false,
    'paused', false,
    'in_turn', false,
    'last', (select r.last_outcome from private.newsletter_requests r where r.email_key = p_email_key)
  );
end;
$$;

grant execute on function public.begin_newsletter_request to service_role;
