-- Returns {credential}: {number, id, subject, taken_back_at, is_sample} of one of the people of the reservation behind
-- a link, or one of them that was taken back; null if none was issued.
create function public.own_credential(p_token_digest text, p_person integer default 1) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('credential', (
  select jsonb_build_object(
    'number', c.number, 'id', c.id, 'subject', c.subject, 'taken_back_at', c.taken_back_at, 'is_sample', c.is_sample
  )
  from private.waitlist_links l
  join public.credentials c on c.reservation_id = l.entry_id
  where l.token_digest = p_token_digest and (c.person = p_person or c.taken_back_at is not null)
  order by c.taken_back_at, c.person
  limit 1
));

grant execute on function public.own_credential to service_role;
