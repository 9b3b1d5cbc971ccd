-- Confirms the address of the holder of this link, so that admins see the proposal. Returns false when nothing has
-- changed.
create function public.confirm_proposal(p_token_digest text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  confirmed uuid;
begin
  update private.talk_proposals p
    set confirmed_at = now(), confirm_by = null
    where p.link_digest = p_token_digest and p.confirmed_at is null
    returning p.id into confirmed;
  perform private.note_confirmed(confirmed);
  return confirmed is not null;
end;
$$;

grant execute on function public.confirm_proposal to service_role;
