-- Returns in about how many minutes the email leaves that this network (far, in p_sender) has caused last, if it went
-- to an address that nobody has confirmed; 0 where nothing waits.
create function public.letter_wait(
  p_sender jsonb,
  p_daily_limit integer default null,
  p_strangers_a_minute integer default 20
) returns integer
language sql
stable
security definer
set search_path = ''
return (
  private.strangers_wait(
    greatest(private.letters_of(p_sender) - 1, 0), p_daily_limit, p_strangers_a_minute
  ) ->> 'minutes'
)::integer;

grant execute on function public.letter_wait to service_role;
