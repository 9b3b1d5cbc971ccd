-- For admins: creates the call for talks of an event, or changes one that is still as it was at p_version. Returns
-- saved or changed.
create function public.save_call(
  p_event uuid,
  p_call jsonb,
  p_version timestamptz default null
) returns public.save_call_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  typed private.talk_calls := jsonb_populate_record(null::private.talk_calls, p_call);
begin
  perform private.require_admin();
  if p_version is null then
    insert into private.talk_calls (event_id, deadline, about, accepted_text, declined_text)
      select e.id, typed.deadline, typed.about, typed.accepted_text, typed.declined_text
      from public.events e
      where e.id = p_event
      on conflict do nothing;
  else
    update private.talk_calls c
      set
        deadline = typed.deadline, about = typed.about, accepted_text = typed.accepted_text,
        declined_text = typed.declined_text
      where c.event_id = p_event and c.updated_at = p_version;
  end if;
  return case when found then 'saved' else 'changed' end::public.save_call_outcome;
end;
$$;

-- for admins: writes until when an event accepts proposals, and the texts of the call
grant execute on function public.save_call to authenticated;
