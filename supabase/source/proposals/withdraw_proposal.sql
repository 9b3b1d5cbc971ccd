-- Erases the undecided proposal of the holder of this link, and emails queued to them. With p_refused_key, the keyed
-- digest of the address, also records that its owner proposed nothing, so that no visitor can cause another email to
-- it. Returns false when nothing has changed.
create function public.withdraw_proposal(p_token_digest text, p_refused_key text default null) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal uuid;
begin
  delete from private.talk_proposals p
    where p.link_digest = p_token_digest and p.decided_at is null
    returning p.id into proposal;
  if not found then
    return false;
  end if;
  delete from public.mails m where m.person = proposal and m.next_attempt_at is not null;
  perform private.refuse_mail(p_refused_key);
  return true;
end;
$$;

grant execute on function public.withdraw_proposal to service_role;
