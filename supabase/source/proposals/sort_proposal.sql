-- For admins: stores notes on a proposal, and, while it is not decided, whether it is being discussed. Returns saved;
-- or changed if it is not as it was at p_version.
create function public.sort_proposal(
  p_id uuid,
  p_discussed boolean,
  p_notes text,
  p_version timestamptz
) returns public.sort_proposal_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.talk_proposals p
    set
      notes = p_notes,
      state = case when p.decided_at is not null then p.state when p_discussed then 'discussed' else 'new' end
    where p.id = p_id and p.updated_at = p_version;
  return case when found then 'saved' else 'changed' end::public.sort_proposal_outcome;
end;
$$;

-- for admins: writes notes on a proposal
grant execute on function public.sort_proposal to authenticated;
