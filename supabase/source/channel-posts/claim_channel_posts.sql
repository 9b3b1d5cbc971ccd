-- Claims up to p_limit due channel_posts of these channels for p_lease_seconds and counts the attempt. No other caller
-- gets the same post; posts whose lease has expired become uncertain.
create function public.claim_channel_posts(
  p_limit integer,
  p_lease_seconds integer,
  p_channels text[]
) returns table (id uuid, channel text, text text, attempts integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_limit is null
    or p_limit not between 1 and 100
    or p_lease_seconds is null
    or p_lease_seconds not between 1 and 3600
  then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- A channel cannot tell a repeated post from a first one, so these are not sent again automatically.
  update public.channel_posts a
    set state = 'uncertain', claimed_until = null, settled_at = now(), last_error = 'no answer'
    where a.state = 'sending' and a.claimed_until <= now();

  return query
    with due as (
      select a.id from public.channel_posts a
      where a.state = 'due' and a.next_attempt_at <= now() and a.channel = any (p_channels)
      order by a.next_attempt_at, a.id
      limit p_limit
      for update skip locked
    )
    update public.channel_posts a
      set state = 'sending', attempts = a.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where a.id = due.id
      returning a.id, a.channel, a.text, a.attempts;
end;
$$;

grant execute on function public.claim_channel_posts to service_role;
