-- For admins: declines a proposal, or accepts it, which makes it a talk to be announced and its sender a speaker, if
-- they are not one already. With p_mails, enqueues the answer, within the budget of the caller's account. Returns
-- decided; decided-untold if no email is queued; or changed if it is already decided or not as it was at p_version.
create function public.decide_proposal(
  p_id uuid,
  p_accepts boolean,
  p_mails boolean,
  p_version timestamptz
) returns public.decide_proposal_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal private.talk_proposals;
  speaker uuid;
begin
  perform private.require_admin();
  select p.* into proposal
    from private.talk_proposals p
    where p.id = p_id and p.updated_at = p_version and p.confirmed_at is not null and p.decided_at is null
    for update;
  if not found then
    return 'changed';
  end if;
  update private.talk_proposals p
    set state = case when p_accepts then 'accepted' else 'declined' end, decided_at = now()
    where p.id = p_id;
  if p_accepts then
    perform pg_advisory_xact_lock(hashtextextended('programme ' || proposal.event_id, 0));
    select s.id into speaker
      from private.speaker_contacts c
      join public.speakers s on s.id = c.speaker_id
      where s.event_id = proposal.event_id and lower(c.email) = lower(proposal.email)
      order by s.number
      limit 1;
    if speaker is null then
      insert into public.speakers (event_id, name) values (proposal.event_id, proposal.name) returning id into speaker;
      insert into private.speaker_contacts (speaker_id, email) values (speaker, proposal.email);
    end if;
    insert into public.talks (id, event_id, title, kind, abstract, is_announced)
      values (proposal.id, proposal.event_id, proposal.title, proposal.kind, proposal.abstract, false);
    insert into public.talk_speakers (talk_id, speaker_id, event_id, position)
      values (proposal.id, speaker, proposal.event_id, 1);
  end if;
  if p_mails
    and private.enqueue_mail('proposal-answer', p_id, null, '{by-hand}', jsonb_build_object('account', auth.uid()))
  then
    return 'decided';
  end if;
  return 'decided-untold';
end;
$$;

-- for admins: writes a talk and a speaker of a proposal; sends its answer, 200 a day for each admin
grant execute on function public.decide_proposal to authenticated;
