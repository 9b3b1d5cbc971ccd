-- Stores a talk that someone proposes for an event whose call is open, once per title and address, and enqueues the
-- email that asks to confirm the address within 30 days; for a confirmed one it leads to its page. Returns asked,
-- whoever asks and even if no email may be sent; full (reserve_bytes) or closed, and then nothing is stored.
create function public.propose_talk(
  p_key text,
  p_title text,
  p_kind text,
  p_abstract text,
  p_name text,
  p_email text,
  p_address_key text,
  p_sender jsonb default null
) returns public.propose_talk_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event uuid;
  keys constant jsonb := private.budget_keys(p_sender, p_address_key);
  bytes constant bigint := 1000 + octet_length(concat(p_title, p_abstract, p_name, p_email));
  proposal private.talk_proposals;
begin
  select e.id into event from public.events e where e.address = p_key and private.call_is_open(e.id) for key share;
  if not found then
    return 'closed';
  end if;
  if not private.reserve_bytes(keys, bytes) then
    return 'full';
  end if;
  -- A proposal that is there stays as it was, so that nobody else changes what its sender is asked to confirm.
  insert into private.talk_proposals (event_id, title, kind, abstract, name, email, confirm_by)
    values (event, p_title, p_kind, p_abstract, p_name, p_email, now() + private.unconfirmed_period())
    on conflict (event_id, lower(email), title) do nothing;
  select p.* into proposal
    from private.talk_proposals p
    where p.event_id = event and lower(p.email) = lower(p_email) and p.title = p_title;
  if proposal.confirmed_at is null then
    perform private.note_stored('proposal', proposal.id, keys, bytes, true);
  end if;
  perform private.enqueue_mail(
    'proposal-confirm', proposal.id, p_address_key, '{proposal}', keys,
    case when proposal.confirmed_at is null then 'strangers' else 'known' end
  );
  return 'asked';
end;
$$;

grant execute on function public.propose_talk to service_role;
