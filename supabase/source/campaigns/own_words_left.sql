-- Returns how many more emails in their own words the caller may send to the people of an event: 10 within 24 hours for
-- an owner, 3 for an editor; what is scheduled counts until it is sent.
create function private.own_words_left(p_event uuid) returns bigint
language sql
stable
return greatest(0, case when public.is_owner() then 10 else 3 end - (
  select count(*) from public.campaigns t
  where t.event_id = p_event
    and t.kind = 'own-words'
    and t.started_by = auth.uid()
    and (t.started_at > now() - interval '24 hours' or t.send_at is not null)
));
