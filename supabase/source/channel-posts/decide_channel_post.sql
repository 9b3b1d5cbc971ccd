-- Records an admin's decision about a post: again (an uncertain or failed one becomes due), arrived (an uncertain one
-- counts as sent), withdraw (one that is not being sent is deleted). p_attempt is the number of attempts that the admin
-- saw. Returns done, or changed if the post is no longer in that state.
create function public.decide_channel_post(
  p_id uuid,
  p_decision text,
  p_attempt integer
) returns public.decide_channel_post_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  case p_decision
    when 'again' then
      -- The three days of retries begin again.
      update public.channel_posts a
        set state = 'due', settled_at = null, next_attempt_at = now(), created_at = now(), last_error = null
        where a.id = p_id and a.attempts = p_attempt and a.state in ('uncertain', 'failed');
    when 'arrived' then
      update public.channel_posts a
        set state = 'sent', settled_at = now(), last_error = null
        where a.id = p_id and a.attempts = p_attempt and a.state = 'uncertain';
    when 'withdraw' then
      delete from public.channel_posts a
        where a.id = p_id and a.attempts = p_attempt and a.state in ('due', 'failed', 'uncertain');
    else
      raise exception 'the decision is again, arrived or withdraw' using errcode = 'invalid_parameter_value';
  end case;
  return case when found then 'done' else 'changed' end::public.decide_channel_post_outcome;
end;
$$;

-- for admins: writes the outcome of a post
grant execute on function public.decide_channel_post to authenticated;
