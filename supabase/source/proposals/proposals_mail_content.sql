-- Implements mail_content for the emails to people who have proposed a talk. The email that asks to confirm the address
-- contains nothing they typed, because the address may not be theirs.
create function private.proposals_mail_content(p_purpose text, p_person uuid) returns jsonb
language plpgsql
stable
as $$
begin
  if p_purpose in ('proposal-confirm', 'proposal-answer') then
    return (
      select jsonb_build_object('id', p.id, 'email', p.email, 'event', e.title, 'confirm_by', p.confirm_by)
        || case
          when p_purpose = 'proposal-answer' then
            jsonb_build_object(
              'name', p.name, 'title', p.title, 'state', p.state,
              'text', case p.state when 'accepted' then c.accepted_text else c.declined_text end
            )
          else '{}'
        end
      from private.talk_proposals p
      join public.events e on e.id = p.event_id
      join private.talk_calls c on c.event_id = e.id
      where p.id = p_person and (p_purpose = 'proposal-confirm' or p.decided_at is not null)
    );
  end if;
  return null;
end;
$$;
