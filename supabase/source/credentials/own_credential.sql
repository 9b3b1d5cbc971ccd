create function public.own_credential(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('credential', (
  select jsonb_build_object('number', c.number, 'id', c.id, 'subject', c.subject, 'taken_back_at', c.taken_back_at)
  from private.waitlist_links l
  join public.credentials c on c.reservation_id = l.entry_id
  where l.token_digest = p_token_digest
));

comment on function public.own_credential(text) is
  'Returns {credential}: {number, id, subject, taken_back_at} of the reservation behind a link; null if none was issued.';

grant execute on function public.own_credential(text) to service_role;
