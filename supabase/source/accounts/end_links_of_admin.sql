-- Ends all links that an account has made (links_of_admin). Owners need a fresh proof of identity.
create function public.end_links_of_admin(p_user uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_owner_and_proof();
  update public.door_passes d set ended_at = now() where d.made_by = p_user and d.ended_at is null;
  update private.previews p set expires_at = now() where p.made_by = p_user and p.expires_at > now();
  update private.speaker_contacts c set link_digest = null, link_made_by = null where c.link_made_by = p_user;
  return true;
end;
$$;

-- for owners
grant execute on function public.end_links_of_admin to authenticated;
