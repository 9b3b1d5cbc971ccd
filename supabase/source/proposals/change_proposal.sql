-- Changes the talk that the holder of this link has proposed and confirmed. Returns false, changing nothing, once the
-- call is closed or the proposal decided, or if they have proposed another talk with this title.
create function public.change_proposal(
  p_token_digest text,
  p_title text,
  p_kind text,
  p_abstract text,
  p_name text
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.talk_proposals p
    set title = p_title, kind = p_kind, abstract = p_abstract, name = p_name
    where p.link_digest = p_token_digest
      and p.confirmed_at is not null
      and p.decided_at is null
      and private.call_is_open(p.event_id);
  return found;
exception
  when unique_violation then
    return false;
end;
$$;

grant execute on function public.change_proposal to service_role;
